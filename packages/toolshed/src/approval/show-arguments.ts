import { isSecretName } from "../record/mask-arguments.ts";
import { makeLineVisible, makeVisible } from "../visible-text.ts";

/** The arguments of a call as a person sees them. */
export interface ShownArguments {
  readonly rows: readonly { readonly name: string; readonly value: string }[];
  /** False if something is masked or left out. Nobody may approve a call by that. */
  readonly isWhole: boolean;
}

const maxRows = 40;
const maxNameLength = 200;
const maxLength = 2_000;
const maxLines = 40;
/** Indenting deep JSON makes it many times longer. */
const maxIndented = 20_000;

/**
 * Shows each argument in a row, so that no long one hides a short one. Texts under names of secrets are masked. With
 * `reveal`, everything is shown.
 */
export function showArguments(args: unknown, { reveal = false } = {}): ShownArguments {
  const entries = Object.entries(Object(args));
  const shown = reveal ? entries : entries.slice(0, maxRows);
  let isWhole = shown.length === entries.length;
  const rows = shown.map(([name, value]) => {
    if (reveal) return { name: makeLineVisible(name), value: toVisible(value) };
    const isSecret = isSecretName(name);
    const text = cut(toVisible(mask(value, isSecret)));
    if (hasSecret(value, isSecret) || text.isCut || name.length > maxNameLength) isWhole = false;
    return { name: makeLineVisible(name.slice(0, maxNameLength)), value: text.shown };
  });
  const more = entries.length - shown.length;
  if (more > 0) rows.push({ name: "…", value: more === 1 ? "1 more argument" : `${more} more arguments` });
  return { rows, isWhole };
}

function cut(text: string): { shown: string; isCut: boolean } {
  const shown = text.split("\n", maxLines).join("\n").slice(0, maxLength);
  const isCut = shown.length < text.length;
  return { shown: isCut ? `${shown}…` : text, isCut };
}

const toVisible = (value: unknown): string => makeVisible(toText(value));

/** Quotes a text if it could be mistaken for another text or for a value of another type. */
function toText(value: unknown): string {
  if (typeof value === "string") return isPlain(value) ? value : JSON.stringify(value);
  const json = JSON.stringify(value) ?? "null";
  return json.length > maxIndented ? json : JSON.stringify(value, null, 2);
}

const isPlain = (text: string): boolean => /^\S(?:[^\t]*\S)?$/.test(text) && !isJson(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only texts are secrets. Whether `bypass_review` is true has to be seen. */
function hasSecret(value: unknown, isSecret: boolean): boolean {
  if (typeof value === "string") return isSecret && value !== "";
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasSecret(item, isSecret || isSecretName(key)));
}

function mask(value: unknown, isSecret: boolean): unknown {
  if (typeof value === "string") return isSecret && value !== "" ? "[masked]" : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mask(item, isSecret));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mask(item, isSecret || isSecretName(key))]),
  );
}
