import type { App, McpUiResourceCsp } from "@toolshed/apps";
import { buildAllowAttribute } from "@toolshed/apps/app-bridge";
import { type CspViolation, isEvalProbe, toCspViolation } from "@toolshed/apps/host";
import { describeBlocked, switchOfError } from "./blocked.ts";
import { missingDomains, nameSome } from "./domains.ts";
import { grantedPermissions } from "./inner-host.ts";
import type { InnerReport } from "./inner-page.ts";
import type { Loss } from "./inner-transport.ts";
import { pinAdvice } from "./remedies.ts";
import type { Showing } from "./showing.ts";
import type { Action, Strip } from "./strip.ts";

/** What the View lacks here. Neither pinning nor the dashboard helps with what its author didn't declare. */
type Lack = "blocked" | "permissions" | "policy";

/** A host decides about permissions for a pinned tool as it does for the frame. */
const PINNING_HELPS: readonly Lack[] = ["blocked", "policy"];

/** Explains in the strip what an inner View doesn't get, and what goes wrong in it. */
export class Notices {
  private readonly app: App;
  private readonly strip: Strip;
  private readonly showing: Showing;
  private readonly path: string;
  private readonly blocked = new Set<string>();
  private readonly stopped = new Set<string>();
  private readonly undeclared = new Set<string>();
  /** One note names them all, with the ways that help. */
  private readonly lacks = new Map<Lack, string>();
  private lacksNote = "";
  private errors = 0;
  private lost = 0;

  constructor(app: App, strip: Strip, showing: Showing, path: string) {
    this.app = app;
    this.strip = strip;
    this.showing = showing;
    this.path = path;
  }

  /** Names what the View won't get, before it fails. */
  warn(declared: McpUiResourceCsp | undefined): void {
    const host = this.app.getHostCapabilities() ?? {};
    const { view, csp } = this.showing;
    const policies = [declared, ...(host.sandbox?.csp ? [host.sandbox.csp] : [])];
    for (const domain of missingDomains(csp.granted, policies)) this.block(domain);
    const granted = grantedPermissions(view.permissions, host);
    const refused = Object.keys(view.permissions ?? {})
      .filter((name) => !(name in granted))
      .map((name) => buildAllowAttribute({ [name]: {} }))
      .filter(Boolean);
    if (refused.length === 0) return;
    this.lack("permissions", `This host doesn't allow what the View asks for: ${nameSome(refused)}.`);
  }

  /** Takes a report of the script in the inner page. */
  hear(report: InnerReport): void {
    if (report.kind === "error") this.fail(String(report.message));
    else this.violate(toCspViolation(report));
  }

  lose(loss: Loss): void {
    this.lost++;
    // In a flood, the text changes now and then, not with every message.
    if (this.lost > 1 && this.lost % 1000 !== 0) return;
    const messages = this.lost > 1 ? `${this.lost.toLocaleString("en")} messages were` : "1 message was";
    const reason = loss === "size" ? "too large" : "too many per second";
    this.strip.note("loss", `The View sent more than the frame passes on. ${messages} dropped (${reason}).`);
  }

  private violate(violation: CspViolation): void {
    const { blockedUrl, sample } = violation;
    // The host's policy may report without a sample. Code that needs eval also throws, which is reported as an error.
    if (isEvalProbe(violation) || (blockedUrl === "eval" && !sample)) return;
    if (!violation.allowWith) {
      this.stop(violation);
      return;
    }
    const { origin } = new URL(blockedUrl);
    // The View's own policy has what it declared, so it was the host's that blocked a declared domain.
    const needed: McpUiResourceCsp = JSON.parse(`{${violation.allowWith}}`);
    if (missingDomains(needed, [this.showing.csp.granted]).length === 0) this.block(origin);
    else {
      this.undeclared.add(origin);
      const domains = nameSome([...this.undeclared]);
      this.strip.note(
        "undeclared",
        `Blocked: ${domains}. Only the View's author can allow it, by declaring it in the View's metadata.`,
      );
    }
  }

  private block(domain: string): void {
    this.blocked.add(domain);
    this.lack("blocked", `This host blocks domains that the View needs: ${nameSome([...this.blocked])}.`);
  }

  private stop(violation: Parameters<typeof describeBlocked>[0]): void {
    this.stopped.add(describeBlocked(violation));
    this.lack("policy", `The View can't do this here: ${nameSome([...this.stopped])}.`);
  }

  private fail(message: string): void {
    // Browsers report this for layouts that settle one frame later.
    if (message.startsWith("ResizeObserver loop")) return;
    const name = switchOfError(message);
    if (name) {
      this.stop({ switch: name });
      return;
    }
    this.errors++;
    const count = this.errors > 1 ? ` (${this.errors} errors)` : "";
    this.strip.note("error", `The View reported an error: ${message.slice(0, 200)}${count}`);
  }

  /** A problem that the frame can't solve, with the ways that do. A further kind of problem appears even if the note was dismissed. */
  private lack(kind: Lack, problem: string): void {
    this.lacks.set(kind, problem);
    const kinds = [...this.lacks.keys()];
    const key = kinds.join();
    if (key !== this.lacksNote) this.strip.removeNote(this.lacksNote);
    this.lacksNote = key;
    const { dashboardUrl: url } = this.showing.view;
    const isLink = url !== undefined && this.canOpen;
    const dashboard = `Open it in the dashboard${isLink || !url ? "" : ` (${url})`}`;
    const pin = kinds.some((it) => PINNING_HELPS.includes(it)) ? `, or ${pinAdvice(this.path)}` : "";
    const text = `${[...this.lacks.values()].join(" ")} ${dashboard}${pin}.`;
    this.strip.note(key, text, isLink ? [this.opening("Open in the dashboard", url)] : []);
  }

  private get canOpen(): boolean {
    return this.app.getHostCapabilities()?.openLinks !== undefined;
  }

  private opening(label: string, url: string): Action {
    const run = () => {
      this.app.openLink({ url }).catch(() => {});
    };
    return { label, run };
  }
}
