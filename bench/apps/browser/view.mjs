import { appCapabilities, prepare } from "../measures.mjs";

/** In the View's iframe: connects, and lends its App to the host's page for measuring. */
export async function startView(sdk) {
  const app = new sdk.App({ name: "view", version: "1.0.0" }, appCapabilities, { autoResize: false });
  window.app = app;
  window.prepare = (bridge) => prepare(app, bridge);
  await app.connect();
}
