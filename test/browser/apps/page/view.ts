import type { AppArguments, Transport } from "../../../interop/apps/scene.ts";
import type { App, PostMessageTransport } from "../../../peers/ext-apps-2.0.ts";

export interface ViewSdk {
  App: typeof App;
  PostMessageTransport: typeof PostMessageTransport;
}

export interface ViewWindow extends Window {
  createApp(...args: AppArguments): App;
  createTransport(): Transport;
}

/** Lets the host's page make an App in this window. */
export function startView(sdk: ViewSdk): void {
  const view = window as unknown as ViewWindow;
  view.createApp = (...args) => new sdk.App(...args);
  view.createTransport = () => new sdk.PostMessageTransport(window.parent, window.parent);
}
