export type { PluginView } from "./plugin-views.ts";
export { pluginViews, viewMeta } from "./plugin-views.ts";
