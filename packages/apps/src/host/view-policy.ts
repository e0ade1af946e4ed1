/** One relaxation of what a View may do; `POLICY_SWITCHES` explains each to the person who grants it. */
export type PolicySwitch = "eval" | "blobWorkers" | "dataScripts" | "dataResources" | "storage";

/**
 * What a View may do beyond its metadata. `"strict"` follows the specification to the letter, `"compatible"` allows what
 * the reference host allows (the View still runs on a separate site), and an object turns on switches: `{ eval: true }`.
 */
export type ViewPolicy = "strict" | "compatible" | { readonly [Name in PolicySwitch]?: boolean | undefined };

/** The text a host can show when it asks a person to turn on a switch. */
export interface PolicyExplanation {
  /** A short name. */
  title: string;
  /** Why Views ask for it. */
  reason: string;
  /** What the View can do once it is granted. */
  allows: string;
}

/** Explains each switch to the person who decides: what it is, why Views ask for it and what it allows. */
export const POLICY_SWITCHES: Readonly<Record<PolicySwitch, PolicyExplanation>> = {
  eval: {
    title: "Run code from text",
    reason:
      "Libraries that compile shaders, templates or formulas build functions from text or use WebAssembly.",
    allows:
      "The View can turn text it receives, such as a tool's result, into code. That code reaches nothing the View doesn't.",
  },
  blobWorkers: {
    title: "Work in the background",
    reason: "Viewers of PDFs and other large files compute in a worker that they create from their own code.",
    allows: "The View can use more of the processor. Its workers reach nothing the View doesn't.",
  },
  dataScripts: {
    title: "Load scripts it carries",
    reason: "Bundlers store scripts in the page itself, as data: or blob: URLs.",
    allows: "The View can load scripts that it contains or generates. Scripts on other servers stay blocked.",
  },
  dataResources: {
    title: "Show images, fonts, media and styles it carries",
    reason: "Views create pictures, audio and fonts while they run, as blob: or data: URLs.",
    allows: "The View can show what it contains or generates. Files on other servers stay blocked.",
  },
  storage: {
    title: "Store data in this browser",
    reason: "Views keep settings, drafts and caches between visits.",
    allows:
      "The View gets a web origin of its own, which it shares with no other View and not with the host, and can recognize you when you return.",
  },
};

const NAMES = Object.keys(POLICY_SWITCHES) as PolicySwitch[];

/** The switches a policy turns on, in a fixed order. */
export function toSwitches(policy: ViewPolicy = "strict"): PolicySwitch[] {
  if (policy === "strict") return [];
  if (policy === "compatible") return NAMES;
  const unknown = typeof policy === "object" ? Object.keys(policy).find((name) => !isSwitch(name)) : policy;
  if (unknown !== undefined) {
    throw new Error(
      `Unknown policy "${unknown}". Use "strict", "compatible" or switches: ${NAMES.join(", ")}.`,
    );
  }
  return NAMES.filter((name) => policy[name] === true);
}

/** The switches in a comma-separated list. Ignores unknown names. */
export function parseSwitches(list: string | null): PolicySwitch[] {
  const named = new Set(list?.split(","));
  return NAMES.filter((name) => named.has(name));
}

function isSwitch(name: string): name is PolicySwitch {
  return Object.hasOwn(POLICY_SWITCHES, name);
}
