import type { HostSdk } from "./host.ts";

/** Connects to a View whose frame then goes elsewhere, and tells what that place hears and is served. */
export async function playNavigation(sdk: HostSdk, viewUrl: string, elsewhereUrl: string): Promise<unknown> {
  const frame = document.createElement("iframe");
  frame.src = viewUrl;
  document.body.append(frame);
  const view = frame.contentWindow as Window;
  const bridge = new sdk.AppBridge(null, { name: "host", version: "1.0.0" }, {});
  const served: string[] = [];
  bridge.onopenlink = async ({ url }) => {
    served.push(url);
    return {};
  };
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  await bridge.connect(new sdk.PostMessageTransport(view, view));
  await ready;

  const report = (wanted: string) =>
    new Promise<unknown>((resolve) => {
      addEventListener("message", function listen({ source, data }) {
        if (source !== view || data?.[wanted] === undefined) return;
        removeEventListener("message", listen);
        resolve(data[wanted]);
      });
    });
  const arrived = report("arrived");
  frame.src = elsewhereUrl;
  await arrived;
  await bridge.sendToolInput({ arguments: { secret: "s" } });
  const heard = report("heard");
  view.postMessage("what have you heard?", "*");
  const outcome = { heard: await heard, served };
  await bridge.close();
  frame.remove();
  return outcome;
}

/** The page elsewhere: it listens, and asks the host for something in the View's name. */
export const elsewhereHtml = `<!doctype html><script>
  const heard = [];
  addEventListener("message", ({ data }) => {
    if (data.method) heard.push(data.method);
    else if (typeof data === "string") parent.postMessage({ heard }, "*");
  });
  parent.postMessage({ jsonrpc: "2.0", id: "x", method: "ui/open-link", params: { url: "https://elsewhere.test/" } }, "*");
  parent.postMessage({ arrived: true }, "*");
</script>`;
