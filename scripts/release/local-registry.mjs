import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

/**
 * A registry on this machine that has the packed packages as if they were published, and redirects to the machine's
 * own registry for all others. So `npx toolshed` and `npm create toolshed` can be run before a release as after it.
 */
export async function startLocalRegistry(packages, upstream) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname).slice(1);
    const tarball = packages.find(({ file }) => path === `-/${basename(file)}`);
    const described = packages.find(({ name }) => path === name);
    if (tarball) {
      response.end(readFileSync(tarball.file));
    } else if (described) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(describe(described)));
    } else {
      response.writeHead(302, { location: new URL(request.url.slice(1), upstream).href }).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}/`;

  function describe({ name, version, manifest, file, integrity }) {
    const dist = { tarball: `${url}-/${basename(file)}`, integrity };
    return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
  }
  return { url, close: () => server.close() };
}
