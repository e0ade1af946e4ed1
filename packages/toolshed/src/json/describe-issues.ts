import { z } from "zod";

type Issue = z.core.$ZodIssue;

const maxLength = 1_900;

/** What is wrong with input, field by field, in words a person can act on. Parse with `reportInput`, which tells what is missing. */
export const describeIssues = (issues: readonly Issue[]): string =>
  [...new Set(issues.map(describeIssue))].join("; ").slice(0, maxLength);

function describeIssue(issue: Issue): string {
  const field = issue.path.join(".");
  const problem = hasOwnMessage(issue) ? undefined : problemOf(issue);
  if (problem === undefined) return field ? `${field}: ${issue.message}` : issue.message;
  return `${field ? `\`${field}\`` : "The input"} ${problem}`;
}

/** Whether the schema was given a message for it, which is meant for people already. */
function hasOwnMessage(issue: Issue): boolean {
  const usual = z.config().localeError?.(issue as z.core.$ZodRawIssue);
  return issue.message !== (typeof usual === "string" ? usual : usual?.message);
}

/** In words that continue the field's name, instead of the validator's own. */
function problemOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : `must be ${withArticle(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array")
        return Number(issue.minimum) === 1
          ? "must not be empty"
          : `must have at least ${issue.minimum} ${unitOf(issue.origin)}`;
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string" || issue.origin === "array")
        return `must have at most ${issue.maximum} ${unitOf(issue.origin)}`;
      return `must be at most ${issue.maximum}`;
    case "invalid_format":
      return formats[issue.format];
    case "unrecognized_keys":
      return `must not have ${issue.keys.map((key) => `\`${key}\``).join(", ")}`;
    case "invalid_union":
      return issue.errors.length === 0 ? "is not one of the allowed kinds" : undefined;
    default:
      return undefined;
  }
}

const formats: Readonly<Record<string, string>> = {
  email: "must be an email address, such as ann@example.com",
  url: "must be a full URL, such as https://example.com/mcp",
};

const unitOf = (origin: string): string => (origin === "string" ? "characters" : "items");

const withArticle = (type: string): string =>
  type === "record"
    ? "an object"
    : type === "int"
      ? "a whole number"
      : `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
