import type { Case } from "../../../interop/apps/case.ts";
import type { Json, Scene } from "../../../interop/apps/scene.ts";

// These run in the host's page only, each in a View of its own: they need layout.

const frameOf = () => document.querySelector("iframe") as HTMLIFrameElement;
const viewOf = () => frameOf().contentDocument as Document;

function fill(html: string): void {
  viewOf().body.innerHTML = html;
}

/** Long enough for a resize to be seen, measured and told. */
async function frames(count = 6): Promise<void> {
  const view = frameOf().contentWindow as Window;
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => view.requestAnimationFrame(resolve));
}

function sizesOf({ bridge }: Scene): Json[] {
  const sizes: Json[] = [];
  bridge.onsizechange = (size) => {
    sizes.push({ ...size });
  };
  return sizes;
}

const on = { appOptions: { autoResize: true } };
const block = (height: number) => `<style>body { margin: 0 }</style><div style="height: ${height}px"></div>`;

export const autoResize: Case[] = [
  {
    name: "auto-resize: the View's size is told when it connects",
    setup: on,
    async run(scene) {
      const sizes = sizesOf(scene);
      fill(block(120));
      await scene.connect();
      await frames();
      await scene.settle();
      return sizes;
    },
    expected: [{ width: 400, height: 120 }],
  },
  {
    name: "auto-resize: growing and shrinking are told, each once",
    setup: on,
    async run(scene) {
      const sizes = sizesOf(scene);
      fill(block(120));
      await scene.connect();
      await frames();
      fill(block(500));
      await frames();
      fill(block(80));
      await frames();
      await scene.settle();
      return sizes.map(({ height }) => height);
    },
    expected: [120, 500, 80],
  },
  {
    name: "auto-resize: it is on by default, whatever other options are given",
    setup: { appOptions: { strict: false } },
    async run(scene) {
      const sizes = sizesOf(scene);
      fill(block(120));
      await scene.connect();
      await frames();
      await scene.settle();
      return sizes.length;
    },
    expected: 1,
  },
  {
    name: "auto-resize: off means off",
    setup: { appOptions: { autoResize: false } },
    async run(scene) {
      const sizes = sizesOf(scene);
      fill(block(120));
      await scene.connect();
      fill(block(240));
      await frames();
      await scene.settle();
      return sizes.length;
    },
    expected: 0,
  },
  {
    name: "auto-resize: it can be started and stopped by hand",
    setup: { appOptions: { autoResize: false } },
    async run(scene) {
      const sizes = sizesOf(scene);
      fill(block(120));
      await scene.connect();
      const stop = scene.app.setupSizeChangedNotifications();
      await frames();
      stop();
      fill(block(240));
      await frames();
      await scene.settle();
      return sizes.map(({ height }) => height);
    },
    expected: [120],
  },
  {
    name: "auto-resize: close ends it",
    setup: on,
    async run(scene) {
      fill(block(120));
      await scene.connect();
      await frames();
      const view = frameOf().contentWindow as Window;
      let failures = 0;
      view.addEventListener("unhandledrejection", (event) => {
        event.preventDefault();
        failures += 1;
      });
      await scene.app.close();
      const sent = scene.sentByView.length;
      fill(block(240));
      await frames();
      return { failures, sent: scene.sentByView.length - sent };
    },
    expected: { failures: 0, sent: 0 },
  },
  {
    name: "auto-resize: a page that fills its frame neither collapses nor runs away",
    setup: on,
    async run(scene) {
      const told: unknown[] = [];
      scene.bridge.onsizechange = ({ height }) => {
        told.push(height);
        frameOf().style.height = `${height}px`;
      };
      fill(
        `<style>html, body, main { height: 100%; margin: 0 }</style><main><p style="margin: 0; height: 40px"></p></main>`,
      );
      await scene.connect();
      await frames(15);
      await scene.settle();
      return { height: frameOf().clientHeight, settled: told.length <= 2 };
    },
    expected: { height: 300, settled: true },
  },
];
