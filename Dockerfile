FROM node:24-slim AS build
WORKDIR /toolshed
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=7420 \
    TOOLSHED_HOME=/data \
    TOOLSHED_LOG=json
WORKDIR /toolshed
COPY --from=build /toolshed/package.json ./
COPY --from=build /toolshed/node_modules node_modules
COPY --from=build /toolshed/packages packages
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7420/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/toolshed/bin/toolshed.js", "start"]
