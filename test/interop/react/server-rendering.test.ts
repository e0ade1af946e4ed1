import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { root } from "../../fixtures/source-files.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const reacts = { "19": "node_modules/react", "18": "test/peers/node_modules/react" };

/** The hooks and a page on them, with the given React, in a process that has no window. */
async function load(major: "19" | "18"): Promise<typeof import("./rendered.tsx")> {
  const suffix = major === "18" ? "-18" : "";
  const outfile = join(temporaryFolder(), "rendered.cjs");
  await build({
    entryPoints: [join(root, "test/interop/react/rendered.tsx")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    jsx: "automatic",
    conditions: ["@toolshed/source"],
    alias: {
      react: join(root, reacts[major] + suffix),
      "react-dom": join(root, `${reacts[major]}-dom${suffix}`),
    },
  });
  return import(pathToFileURL(outfile).href);
}

describe.each(["19", "18"] as const)("on a server, with React %s", (major) => {
  test("every hook renders what there is before the connection, and touches no window", async () => {
    const { render } = await load(major);
    const html = render().replaceAll("&quot;", '"');
    expect(html).toContain('<p>[false,false,false,"pending","light","none"]</p>');
    expect(html).toContain("<p>waiting</p>");
    expect(html).toContain("<p>own false</p>");
  });

  test("a hook without a provider says what it misses", async () => {
    const { renderWithoutProvider } = await load(major);
    expect(renderWithoutProvider).toThrow("There is no <AppProvider> above this component");
  });
});
