import { type Case, runCase } from "../../../interop/apps/case.ts";
import { cases } from "../../../interop/apps/cases/index.ts";
import type { Stage } from "../../../interop/apps/scene.ts";
import type { AppBridge, PostMessageTransport } from "../../../peers/ext-apps-2.0.ts";
import { autoResize } from "./auto-resize-cases.ts";
import { playLoneView } from "./play-lone-view.ts";
import { playNavigation } from "./play-navigation.ts";
import type { ViewWindow } from "./view.ts";

export interface HostSdk {
  AppBridge: typeof AppBridge;
  PostMessageTransport: typeof PostMessageTransport;
}

export interface HostWindow extends Window {
  /** Runs cases, one after the other, against a View in an iframe of this origin. */
  runCases(names: readonly string[], viewUrl: string): Promise<unknown[]>;
  /** Plays through the life of a View that nobody else can touch. */
  playLoneView(frame: { src?: string; srcdoc?: string; sandbox?: string }): Promise<unknown>;
  playNavigation(viewUrl: string, elsewhereUrl: string): Promise<unknown>;
}

const byName = new Map(
  [...cases, ...autoResize].map((testCase): [string, Case] => [testCase.name, testCase]),
);

export function startHost(sdk: HostSdk): void {
  const host = window as unknown as HostWindow;
  let frame: HTMLIFrameElement | undefined;

  host.runCases = async (names, viewUrl) => {
    const outcomes: unknown[] = [];
    for (const name of names) {
      const testCase = byName.get(name);
      if (testCase === undefined) throw new Error(`No case ${name}`);
      // Loading a View takes longer than a case, so they share one, unless they look at its layout.
      if (name.startsWith("auto-resize")) frame = undefined;
      frame ??= await openFrame(viewUrl);
      outcomes.push(await runCase(stageOf(sdk, frame), testCase));
    }
    return outcomes;
  };

  host.playLoneView = (attributes) => playLoneView(sdk, attributes);
  host.playNavigation = (viewUrl, elsewhereUrl) => playNavigation(sdk, viewUrl, elsewhereUrl);
}

async function openFrame(src: string): Promise<HTMLIFrameElement> {
  for (const old of document.querySelectorAll("iframe")) old.remove();
  const frame = document.createElement("iframe");
  frame.width = "400";
  frame.height = "300";
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.src = src;
  document.body.append(frame);
  await loaded;
  return frame;
}

// The View's objects live in its own window; only what they send each other goes through postMessage.
function stageOf(sdk: HostSdk, frame: HTMLIFrameElement): Stage {
  const view = frame.contentWindow as unknown as ViewWindow;
  return {
    createApp: view.createApp,
    createBridge: (...args) => new sdk.AppBridge(...args),
    createLink: () => ({
      view: view.createTransport(),
      host: new sdk.PostMessageTransport(view, view),
    }),
  };
}
