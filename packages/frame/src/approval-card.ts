import { isObject } from "@toolshed/apps/rpc";

/** A call that waits, as the gateway describes it. */
export interface AskedCall {
  state: string;
  path: string;
  title: string;
  connection: string | null;
  arguments: { name: string; value: string }[];
  /** What the call may do. */
  effect: string;
  /** What the tool itself asks, in the middle of its call. */
  question?: string;
  isPartOfRun: boolean;
  /** Whether a click here decides. Otherwise the dashboard's page does. */
  canDecide: boolean;
  url: string;
}

export interface CardActions {
  decide(approved: boolean, reach: "once" | "run"): Promise<void>;
  /** Absent if the host opens no links. */
  open?: () => Promise<void>;
}

/** A card that appears under the pointer must not take the click that was meant for what was there before. */
const ARM_MS = 1_000;

/** What a person is asked about a call, above the View, which can't draw over it. Everything in it is set as text. */
export class ApprovalCard {
  readonly element = document.createElement("section");
  private readonly problem = make("p", "", "problem");
  private readonly buttons: HTMLButtonElement[] = [];

  constructor(call: AskedCall, more: number, { decide, open }: CardActions) {
    const { element, problem, buttons } = this;
    const heading = make("h2", "Allow this call?");
    element.className = "card";
    heading.id = "approval";
    element.setAttribute("aria-labelledby", heading.id);
    const by = call.connection === null ? [] : [{ name: "Connection", value: call.connection }];
    const actions = make("div", "", "note");
    const add = (label: string, run: () => Promise<void>, look = "") => {
      const button = make("button", label, look) as HTMLButtonElement;
      button.type = "button";
      button.addEventListener("click", ({ isTrusted }) => {
        if (isTrusted) this.press(run);
      });
      buttons.push(button);
      actions.append(button);
    };
    if (call.canDecide) {
      add("Approve once", () => decide(true, "once"), "primary");
      if (call.isPartOfRun) add("Approve for this run", () => decide(true, "run"));
      add("Deny", () => decide(false, "once"));
    } else if (open) add("Open the approval page", open);
    else actions.append(make("p", `Decide at ${call.url}`));
    problem.setAttribute("role", "alert");
    element.append(heading);
    if (call.title !== call.path) element.append(make("p", call.title));
    if (call.question) element.append(make("p", call.question));
    element.append(makeRows([{ name: "Tool", value: call.path }, ...by]));
    // Apart from the rows above, which an argument of the same name could imitate.
    if (call.arguments.length > 0) element.append(makeRows(call.arguments, "arguments"));
    element.append(make("p", call.effect), actions, problem);
    if (!call.canDecide)
      element.append(make("p", "It continues here once the decision is made there.", "state"));
    if (more > 0)
      element.append(make("p", `${more} more ${more > 1 ? "calls wait" : "call waits"}.`, "state"));
    this.arm();
  }

  private press(run: () => Promise<void>): void {
    this.enable(false);
    run()
      .finally(() => this.arm())
      .catch((error) => {
        this.problem.textContent = `That did not work: ${error instanceof Error ? error.message : error}`;
      });
  }

  private arm(): void {
    this.enable(false);
    setTimeout(() => this.enable(true), ARM_MS);
  }

  private enable(isEnabled: boolean): void {
    for (const button of this.buttons) button.disabled = !isEnabled;
  }
}

export function readAskedCall(answer: Record<string, unknown>): AskedCall {
  const rows = Array.isArray(answer.arguments) ? answer.arguments.filter(isObject) : [];
  return {
    ...(answer as unknown as AskedCall),
    arguments: rows.map(({ name, value }) => ({ name: String(name), value: String(value) })),
  };
}

function makeRows(rows: AskedCall["arguments"], className?: string): HTMLElement {
  const list = make("dl", "", className);
  // So that the keyboard can scroll it.
  list.tabIndex = 0;
  for (const { name, value } of rows) list.append(make("dt", name), make("dd", value));
  return list;
}

function make(tag: string, text: string, className = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}
