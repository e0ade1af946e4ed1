import { isSecretName, maskArguments } from "../record/mask-arguments.ts";

/** What fits into a question as it is. */
const maxLength = 2_000;
const maxShown = 40;
const maxValueLength = 200;

/** What a person is asked: all that their answer is about, so that no long argument can hide a short one. */
export function approvalMessage(
  path: string,
  args: unknown,
  connection: string | null,
  viewPath?: string,
): string {
  const by = connection === null ? "" : `, by the connection ${connection}`;
  const question = `Allow ${path} with ${describeArguments(args)}${by}?`;
  return viewPath === undefined ? question : `${question} The View of ${viewPath} asks for it.`;
}

function describeArguments(args: unknown): string {
  const whole = maskArguments(args);
  if (whole.length <= maxLength || typeof args !== "object" || args === null) return whole;
  const described = Object.entries(args)
    .map(
      ([name, value]) =>
        `${name.slice(0, maxValueLength)}: ${isSecretName(name) ? "[masked]" : short(value)}`,
    )
    .sort((a, b) => a.length - b.length);
  const more = described.length - maxShown;
  return described.slice(0, maxShown).join(", ") + (more > 0 ? ` and ${more} more arguments` : "");
}

function short(value: unknown): string {
  const text = maskArguments(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}… (cut)` : text;
}
