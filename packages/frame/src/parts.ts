import type { App } from "@toolshed/apps";
import type * as show from "@toolshed/show";
import type * as chart from "@toolshed/show/chart";
import type * as form from "@toolshed/show/form";
import type * as markdown from "@toolshed/show/markdown";
import type { Gateway } from "./gateway.ts";

/** The scripts that come from the gateway when a result needs them, so that the frame itself stays small. */
interface PartsByName {
  show: typeof show;
  chart: typeof chart;
  markdown: typeof markdown;
  form: typeof form;
}

const TIMEOUT_MS = 15_000;

export class Parts {
  private readonly app: App;
  private readonly loaded = new Map<string, Promise<unknown>>();

  constructor(app: App) {
    this.app = app;
  }

  /** Rejects if neither the host nor the gateway gives it. The next try asks again. */
  load<Name extends keyof PartsByName>(name: Name, gateway?: Gateway): Promise<PartsByName[Name]> {
    const known = this.loaded.get(name) ?? this.read(name, gateway).then((code) => run(name, code));
    this.loaded.set(name, known);
    known.catch(() => this.loaded.delete(name));
    return known as Promise<PartsByName[Name]>;
  }

  private async read(name: string, gateway: Gateway | undefined): Promise<string> {
    const { app } = this;
    const options = { timeout: TIMEOUT_MS };
    if (app.getHostCapabilities()?.serverResources) {
      const read = app.readServerResource({ uri: `ui://toolshed/${name}.js` }, options);
      const [content] = await read.then(
        ({ contents }) => contents,
        () => [],
      );
      if (content && "text" in content && typeof content.text === "string") return content.text;
    }
    const answer = await gateway?.request("ui/part", { name }, options);
    if (typeof answer?.text !== "string") throw new Error(`The part ${name} was not found.`);
    return answer.text;
  }
}

/** Runs a part, as the policy of MCP Apps allows it: as an inline script. */
function run(name: string, code: string): unknown {
  const script = document.createElement("script");
  script.textContent = code;
  document.head.append(script);
  script.remove();
  const part: unknown = Reflect.get(globalThis, `toolshed_${name}`);
  if (!part) throw new Error(`The part ${name} didn't run.`);
  return part;
}
