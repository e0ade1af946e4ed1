export { createSandboxHandler } from "@toolshed/apps/host";
