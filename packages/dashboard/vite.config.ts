import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";

const gateway = "http://127.0.0.1:7420";

type ModuleGraph = Pick<Rolldown.PluginContext, "getModuleInfo">;

const first = new Set<string>();

/** Whether `main.tsx` imports the module, directly or through others, rather than on demand. */
function isFirst(id: string, graph: ModuleGraph): boolean {
  if (first.size === 0) collect(fileURLToPath(new URL("src/main.tsx", import.meta.url)));
  return first.has(id);

  function collect(id: string) {
    if (first.has(id)) return;
    first.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(collect);
  }
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The files ship inside the toolshed package, whose gateway serves them.
  build: {
    outDir: "../toolshed/dist/dashboard",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What several pages share comes in a few files instead of dozens of tiny ones. A group takes what its
          // modules import too, so dialogs and menus, with which no page starts, come last. Tools bring their own.
          groups: [
            { name: (id, graph) => (isFirst(id, graph) ? "first" : null), debugName: "first", priority: 3 },
            { name: "tabs", test: /base-ui\/react\/tabs/, priority: 2 },
            {
              name: "shared",
              minShareCount: 2,
              test: /dashboard\/src\/(?!tools\/|.*dialog)|lucide/,
              priority: 1,
            },
            { name: "popups", minShareCount: 2, test: /base-ui|floating-ui|src\/ui\/.*dialog/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": gateway,
      // The gateway's link signs in; the page of the same name is ours.
      "^/sign-in(\\?code=|/with/)": gateway,
    },
  },
});
