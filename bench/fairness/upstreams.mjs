import { fileURLToPath } from "node:url";

const flooding = fileURLToPath(new URL("../sources/flooding-upstream.mjs", import.meta.url));
const maxTools = 5_000;

/** Adds a source that floods, see `flooding-upstream.mjs`. Gives the function that removes it. */
export async function addUpstream(gateway, id, args) {
  const config = { transport: "stdio", command: process.execPath, args: [flooding, ...args] };
  await gateway.request("POST", "/sources", { id, kind: "mcp", config, trust: "always" });
  return () => gateway.request("DELETE", `/sources/${id}`);
}

/** Adds sources with as many tools as a source may have. */
export async function addTools(gateway, sources) {
  const ids = Array.from({ length: sources }, (_, index) => `many${index}`);
  const removals = await Promise.all(
    ids.map((id) => addUpstream(gateway, id, ["lists", `${maxTools - 1}`, "0"])),
  );
  return () => Promise.all(removals.map((remove) => remove()));
}
