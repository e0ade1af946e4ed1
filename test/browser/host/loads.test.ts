import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { addHostileView, mountHostileView, PRESETS } from "./mount-hostile-view.ts";
import { startCanary } from "./start-canary.ts";

/**
 * Every way to have a browser load something, each a script that is given the address of a canary: as `at`, and as AT
 * within text. Some of them do nothing in a frame without an origin, and are here so that nobody has to trust that.
 */
const loads: Record<string, string> = {
  fetch: "fetch(at)",
  keepalive: "fetch(at, { method: 'POST', keepalive: true, body: 'x', mode: 'no-cors' })",
  later: "fetchLater(at)",
  request: "const r = new XMLHttpRequest(); r.open('GET', at); r.send()",
  beacon: "navigator.sendBeacon(at, 'x')",
  socket: "new WebSocket(at.replace('http', 'ws'))",
  events: "new EventSource(at)",
  transport: "new WebTransport(at.replace('http', 'https'))",
  image: "new Image().src = at",
  attribution: "add('img', { attributionSrc: at, src: at })",
  picture: "add('picture', {}, `<source srcset='AT'><img>`)",
  svg: "add('div', {}, `<svg><image href='AT'/><use href='AT#a'/><feImage href='AT'/></svg>`)",
  audio: "new Audio(at).play()",
  video: "add('video', { src: at, poster: at, autoplay: true, muted: true })",
  track: "add('video', {}, `<track default src='AT'>`)",
  script: "add('script', { src: at })",
  module: "import(at)",
  style: "add('link', { rel: 'stylesheet', href: at })",
  imported: "add('style', {}, `@import 'AT';`)",
  background: "document.body.style.background = `url(AT)`",
  cursor: "document.body.style.cursor = `url(AT), auto`",
  font: "new FontFace('x', `url(AT)`).load()",
  worker: "new Worker(at)",
  sharedWorker: "new SharedWorker(at)",
  blobWorker: "new Worker(URL.createObjectURL(new Blob([`fetch('AT')`])))",
  dataWorker: "new Worker(`data:text/javascript,fetch('AT')`)",
  serviceWorker: "navigator.serviceWorker.register(at)",
  worklet: "new AudioContext().audioWorklet.addModule(at)",
  frame: "add('iframe', { src: at })",
  blankFrame: "const f = add('iframe', {}); f.contentWindow.location = at",
  innerFrame: "add('iframe', { srcdoc: `<img src='AT'><script>fetch('AT')<\\/script>` })",
  dataFrame: "add('iframe', { src: `data:text/html,<img src='AT'>` })",
  blobFrame:
    "add('iframe', { src: URL.createObjectURL(new Blob([`<img src='AT'>`], { type: 'text/html' })) })",
  fenced: "add('fencedframe', {}).config = new FencedFrameConfig(at)",
  object: "add('object', { data: at })",
  embed: "add('embed', { src: at })",
  formInFrame: "add('iframe', { name: 'target' }); add('form', { action: at, target: 'target' }).submit()",
  formInWindow: "add('form', { action: at, target: '_blank' }).submit()",
  prefetch: "add('link', { rel: 'prefetch', href: at })",
  preload: "add('link', { rel: 'preload', as: 'image', href: at })",
  modulepreload: "add('link', { rel: 'modulepreload', href: at })",
  manifest: "add('link', { rel: 'manifest', href: at })",
  icon: "add('link', { rel: 'icon', href: at })",
  base: "add('base', { href: at }); new Image().src = 'relative.png'",
  ping: "add('a', { href: '#x', ping: at }).click()",
  anchor: "add('a', { href: at, target: '_blank' }).click()",
  window: "window.open(at)",
  speculation:
    "add('script', { type: 'speculationrules' }, JSON.stringify({ prefetch: [{ urls: [at], eagerness: 'immediate' }], prerender: [{ urls: [at], eagerness: 'immediate' }] }))",
  payment:
    "new PaymentRequest([{ supportedMethods: at }], { total: { label: 'x', amount: { currency: 'CHF', value: '1' } } }).show()",
};

/** Ways to leave for another page, each tried by a View of its own. */
const departures: Record<string, string> = {
  form: "add('form', { action: at, method: 'post' }).submit()",
  download: "add('a', { href: at, download: 'x' }).click()",
  top: "top.location = at",
  proxy: "parent.location = at",
  refresh: "add('meta', { httpEquiv: 'refresh', content: `0;url=AT` })",
  self: "location.href = at",
};

const ADD = `const add = (name, properties, html = "") => {
  const element = Object.assign(document.createElement(name), properties);
  if (html) element.innerHTML = html;
  return document.body.appendChild(element);
};`;

/** Runs a script in a View; that it fails is what the test hopes for. */
async function tryOut(view: Frame, code: string, at: string): Promise<void> {
  const script = `const at = ${JSON.stringify(at)}; ${ADD} ${code.replaceAll("AT", at)}`;
  await view.evaluate(`(async () => { ${script} })().catch(() => {})`).catch(() => {});
}

describe.skipIf(!chromiumPath).each(PRESETS)("what a View loads under the %s policy", (policy) => {
  test("is nothing from where its metadata does not say", async () => {
    const canary = await startCanary();
    const inHead = `<script>new Image().src = "${canary.origin}/before-head"</script>
      <link rel="preload" as="image" href="${canary.origin}/in-markup"><base href="${canary.origin}/base/">`;
    const opened = await mountHostileView({ html: inHead, policy });
    const { page, view } = opened;
    for (const [name, code] of Object.entries(loads)) await tryOut(view, code, `${canary.origin}/${name}`);
    // All of that was tried by a page that is still the View's.
    expect(await view.locator("h1").textContent()).toBe("View");
    for (const [name, code] of Object.entries(departures)) {
      await tryOut(await addHostileView(opened), code, `${canary.origin}/${name}`);
    }
    expect(page.url()).toBe(`${opened.hostOrigin}/`);
    const blocked = () => page.evaluate(() => host.seen.violation);
    await expect.poll(blocked).toContainEqual(
      expect.objectContaining({
        directive: "frame-src",
        blockedUrl: expect.stringContaining(canary.origin),
      }),
    );
    // The canary works, and other requests on their way to it have had time to arrive.
    await page.evaluate((url) => fetch(url, { mode: "no-cors" }), `${canary.origin}/from-the-host`);
    expect(canary.hits).toEqual(["connection", "GET /from-the-host"]);

    const directives = new Set((await blocked()).map(({ directive }) => directive));
    expect([...directives]).toEqual(
      expect.arrayContaining([
        "connect-src",
        "img-src",
        "media-src",
        "font-src",
        "script-src-elem",
        "style-src-elem",
        "worker-src",
        "frame-src",
        "object-src",
        "form-action",
        "base-uri",
        "default-src",
      ]),
    );
    expect(await blocked()).toContainEqual({
      directive: "connect-src",
      blockedUrl: `${canary.origin}/fetch`,
      allowWith: `"connectDomains": ["${canary.origin}"]`,
    });
  });

  test("is what its metadata says, and no more than that", async () => {
    const declared = await startCanary();
    const other = await startCanary();
    const { origin } = declared;
    const csp = {
      connectDomains: [origin, origin.replace("http", "ws")],
      resourceDomains: [origin],
      frameDomains: [origin],
      baseUriDomains: [origin],
    };
    const { view } = await mountHostileView({ meta: { csp }, policy });
    const names = ["fetch", "socket", "image", "style", "script", "font", "frame", "audio"];
    for (const server of [declared, other]) {
      for (const name of names) {
        await tryOut(view, loads[name] ?? "", `${server.origin}/${name}`);
      }
    }
    const paths = names.map((name) => `GET /${name}`);
    await expect.poll(() => paths.filter((path) => !declared.hits.includes(path))).toEqual([]);
    expect(other.hits).toEqual([]);
  });

  test("is not sent elsewhere by the View's own forms, which still work", async () => {
    const { view } = await mountHostileView({
      policy,
      html: `<form><input name="a" value="1"><button>Go</button></form>`,
    });
    const heard = view.evaluate(
      () =>
        new Promise((resolve) => {
          document.querySelector("form")?.addEventListener("submit", (event) => {
            event.preventDefault();
            resolve(new FormData(event.target as HTMLFormElement).get("a"));
          });
        }),
    );
    await view.getByRole("button", { name: "Go" }).click();
    expect(await heard).toBe("1");
  });
});
