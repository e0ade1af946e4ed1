import { defineConfig } from "vite";

export default defineConfig(({ isSsrBuild }) => ({
  build: { outDir: "dist/page", emptyOutDir: true, target: isSsrBuild ? "node20" : "es2023" },
}));
