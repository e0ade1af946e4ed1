import { Client, SdkHttpError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  type CallToolResult,
  getModelTools,
  getToolUiResourceUri,
  type Tool,
} from "@toolshed/apps/app-bridge";
import {
  type CspViolation,
  createPolicyGrants,
  type MountedView,
  mountView,
  POLICY_SWITCHES,
  type PolicySwitch,
  type ViewStatus,
} from "@toolshed/apps/host";
import { toSampleArguments } from "./sample-arguments.ts";

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const log = (text: string) => {
  find("log").textContent = text;
};
const toolField = find<HTMLSelectElement>("tool");
const argumentsField = find<HTMLTextAreaElement>("arguments");
const policyField = find<HTMLSelectElement>("policy");
const grants = createPolicyGrants();
/** What a View reports is up to the View, so the list of it ends. */
const MOST_PROBLEMS = 20;

let client: Client;
let settings: { sandboxUrl: string; mcpUrl: string };
let tools: Tool[] = [];
/** The View on the page. */
let view: MountedView | undefined;
let endView: (() => void) | undefined;

async function connect(): Promise<void> {
  find("problem").hidden = true;
  settings = await (await fetch("/settings.json")).json();
  find("server").textContent = settings.mcpUrl;
  client = new Client({ name: "host-minimal", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.origin)));
  const listed = await client.listTools();
  // The others are for Views alone, or have none.
  tools = getModelTools(listed.tools as Tool[]).filter((tool) => getToolUiResourceUri(tool));
  if (tools.length === 0) throw new Error("This server has no tool with a View.");
  toolField.replaceChildren(...tools.map(({ name }) => new Option(name)));
  find("call").hidden = false;
  fillArguments();
}

function fillArguments(): void {
  argumentsField.value = JSON.stringify(toSampleArguments(selectedTool()?.inputSchema), null, 2);
}

function selectedTool(): Tool | undefined {
  return tools.find(({ name }) => name === toolField.value);
}

async function callTool(): Promise<void> {
  find("problem").hidden = true;
  const tool = selectedTool();
  if (tool) await showTool(tool, readArguments());
}

/** Shows the View of a tool while the tool runs. Ends when another call takes its place. */
async function showTool(tool: Tool, given: Record<string, unknown>): Promise<void> {
  const { name } = tool;
  endView?.();
  for (const id of ["status", "granted", "blocked", "tools", "log"]) find(id).replaceChildren();
  const container = find("view").appendChild(document.createElement("div"));
  const shown = mountView({
    container,
    resource: getToolUiResourceUri(tool),
    client,
    sandboxUrl: settings.sandboxUrl,
    // A strict View may still do what the person has allowed it.
    policy: policyField.value === "compatible" ? "compatible" : grants.policy,
    owner: settings.mcpUrl,
    title: `View of ${name}`,
    hostInfo: { name: "host-minimal", version: "1.0.0" },
    hostContext: { theme: theme(), displayMode: "inline", locale: navigator.language, platform: "web" },
  });
  view = shown;
  let hasEnded = false;
  endView = () => {
    hasEnded = true;
    // Its place goes immediately, though it may take a moment to save its state.
    container.hidden = true;
    shown
      .teardown()
      .finally(() => container.remove())
      .catch(report);
  };
  /** What a View still reports while it ends belongs to none of the others. */
  const whileShown =
    <Detail>(show: (detail: Detail) => void) =>
    (detail: Detail) => {
      if (!hasEnded) show(detail);
    };
  const showAgain = () => {
    if (!hasEnded) showTool(tool, given).catch(report);
  };
  shown.addEventListener(
    "status",
    whileShown((status) => {
      showStatus(status);
      if (status.stage === "sandbox") showGrants(shown, showAgain);
    }),
  );
  shown.addEventListener(
    "tools",
    whileShown(() => showTools(shown)),
  );
  shown.addEventListener(
    "violation",
    whileShown((violation) => showViolation(shown, violation, showAgain)),
  );
  shown.addEventListener(
    "error",
    whileShown(({ message }) => showProblem(message)),
  );
  serveView(shown, whileShown(log));
  // The View loads while the tool runs; messages sent before it is ready are queued.
  shown.sendToolInput({ arguments: given }).catch(whileShown(report));
  try {
    const result = await client.callTool({ name, arguments: given });
    if (!hasEnded) await shown.sendToolResult(result as CallToolResult);
  } catch (error) {
    if (hasEnded) return;
    report(error);
    await shown.sendToolCancelled({ reason: reasonOf(error) });
  }
}

/** Answers what a View asks of its host. */
function serveView({ bridge }: MountedView, logOf: (text: string) => void): void {
  bridge.onopenlink = async ({ url }) => {
    window.open(url, "_blank", "noopener");
    return {};
  };
  bridge.onmessage = async ({ content }) => {
    logOf(JSON.stringify(content));
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content, structuredContent }) => {
    logOf(`For the model: ${JSON.stringify(structuredContent ?? content)}`);
    return {};
  };
  bridge.onloggingmessage = ({ level, data }) => logOf(`${level}: ${JSON.stringify(data)}`);
}

function readArguments(): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(argumentsField.value);
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return { ...given };
  } catch {}
  throw new Error("The arguments must be a JSON object.");
}

function theme(): "light" | "dark" {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Says on the page what went wrong, since nobody looks at the console. */
function report(error: unknown): void {
  find("reason").textContent = reasonOf(error);
  find("problem").hidden = false;
}

function reasonOf(error: unknown): string {
  // What the page's own server answers for the MCP server is a sentence already.
  if (error instanceof SdkHttpError) return String(error.data.text || error.message);
  return error instanceof Error ? error.message : String(error);
}

function showStatus({ stage, atMs, problem }: ViewStatus): void {
  const item = toItem(problem ? `${stage}: ${problem}` : `${stage} ${Math.round(atMs)} ms`);
  item.classList.toggle("problem", problem !== undefined);
  find("status").append(item);
}

function showProblem(text: string, ...actions: HTMLElement[]): void {
  const shown = [...find("blocked").children];
  const isShown = shown.some(({ firstChild }) => firstChild?.textContent === text);
  if (isShown || shown.length > MOST_PROBLEMS) return;
  const isLast = shown.length === MOST_PROBLEMS;
  find("blocked").append(isLast ? toItem("There were more problems.") : toItem(text, ...actions));
}

function showViolation({ hash }: MountedView, violation: CspViolation, showAgain: () => void): void {
  const { directive, blockedUrl, allowWith, switch: name } = violation;
  if (!name) {
    showProblem(`${directive} blocked ${blockedUrl}${allowWith ? `; to allow it: ${allowWith}` : ""}`);
    return;
  }
  const { title, reason, allows } = POLICY_SWITCHES[name];
  const allow = toButton(`Allow “${title}”`, () => {
    if (hash) grants.allow(hash, name);
    showAgain();
  });
  showProblem(`This View tried to ${toClause(title)}. ${reason} ${allows}`, allow);
}

/** What this View is allowed beyond the strict policy, with a way back. */
function showGrants({ hash }: MountedView, showAgain: () => void): void {
  if (!hash || policyField.value === "compatible") return;
  for (const name of Object.keys(grants.policy({ hash })) as PolicySwitch[]) {
    const revoke = toButton("Revoke all", () => {
      grants.revoke(hash);
      showAgain();
    });
    find("granted").append(
      toItem(`You allow this View to ${toClause(POLICY_SWITCHES[name].title)}.`, revoke),
    );
  }
}

function toItem(...content: (string | HTMLElement)[]): HTMLLIElement {
  const item = document.createElement("li");
  item.append(...content);
  return item;
}

const toClause = (title: string) => title.charAt(0).toLowerCase() + title.slice(1);

function toButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  button.addEventListener("click", onClick);
  return button;
}

function showTools(shown: MountedView): void {
  const items = shown.tools.map(({ name, description = "", inputSchema }) => {
    const button = toButton(name, () => {
      const call = shown.callTool({ name, arguments: toSampleArguments(inputSchema) });
      call.then(({ content }) => log(JSON.stringify(content)), report);
    });
    button.title = description;
    return toItem(button);
  });
  find("tools").replaceChildren(...items);
}

toolField.addEventListener("change", fillArguments);
find("call").addEventListener("submit", (event) => {
  event.preventDefault();
  callTool().catch(report);
});
find("retry").addEventListener("click", () => connect().catch(report));
find("theme").addEventListener("click", () => {
  const isDark = theme() === "light";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  find("theme").setAttribute("aria-pressed", String(isDark));
  view?.bridge.setHostContext({ theme: theme() });
});

await connect().catch(report);
