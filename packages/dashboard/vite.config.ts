import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const gateway = "http://127.0.0.1:7420";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The files ship inside the toolshed package, whose gateway serves them.
  build: {
    outDir: "../toolshed/dist/dashboard",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What several pages share comes in one file instead of dozens of tiny ones. The first page needs nothing of
        // the tools.
        codeSplitting: {
          groups: [{ name: "shared", minShareCount: 2, test: /dashboard\/src\/(?!tools\/)|lucide|base-ui/ }],
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
