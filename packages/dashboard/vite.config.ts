import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The files ship inside the toolshed package, whose gateway serves them.
  build: { outDir: "../toolshed/dist/dashboard", emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": "http://127.0.0.1:7420", "/sign-in": "http://127.0.0.1:7420" } },
});
