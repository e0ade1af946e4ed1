import { defineConfig, type Plugin } from "vite";

export default defineConfig({
  root: "view",
  plugins: [inlineAssets()],
  build: { outDir: "../dist", emptyOutDir: true, modulePreload: false },
});

/** Puts scripts and styles into the page: a View is one HTML file. */
function inlineAssets(): Plugin {
  return {
    name: "inline-assets",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== "asset" || !page.fileName.endsWith(".html")) continue;
        page.source = String(page.source).replace(
          /<script[^>]* src="\/([^"]+)"[^>]*><\/script>|<link[^>]* href="\/([^"]+\.css)"[^>]*>/g,
          (tag, script, style) => {
            const file = bundle[script ?? style];
            if (!file) return tag;
            delete bundle[file.fileName];
            if (file.type === "asset") return `<style>${file.source}</style>`;
            return `<script type="module">${file.code.replaceAll("</script", "<\\/script")}</script>`;
          },
        );
      }
    },
  };
}
