export { createMemoryStore } from "./memory-store.ts";
export type { TestedPlugin, TestedView, TestOptions } from "./test-plugin.ts";
export { testPlugin } from "./test-plugin.ts";
