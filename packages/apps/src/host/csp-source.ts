const SOURCE =
  /^(https?|wss?):\/\/((?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(:[1-9][0-9]{0,4})?(\/[a-z0-9\-._~/]*)?$/i;
const LONGEST = 300;
/** Second levels under which countries give out names: `*.co.uk` would be everyone. */
const SHARED = /^(?:ac|co|com|edu|gob|gov|go|mil|ne|net|or|org)\.[a-z]{2}$/;

export type CspSource = { source: string } | { problem: string };

/**
 * Reads one domain string of a View's metadata. What comes out is safe to stand in a header; what is not plainly
 * one origin, or the subdomains of one name, is refused with the reason.
 */
export function parseCspSource(value: unknown, schemes: readonly string[]): CspSource {
  if (typeof value !== "string") return { problem: "not a string" };
  if (value.length > LONGEST) return { problem: "too long" };
  const match = SOURCE.exec(value);
  if (!match) return { problem: "not an origin such as https://api.example.com" };
  const [, scheme = "", name = "", port = "", path = ""] = match.map((part) => part?.toLowerCase());
  if (!schemes.includes(scheme)) return { problem: `${scheme}: has no use here` };
  if (name.split(".").some((label) => label.startsWith("xn--"))) {
    return { problem: "a punycode name, which may look like another" };
  }
  if (name.startsWith("*.")) {
    const parent = name.slice(2);
    if (!parent.includes(".") || SHARED.test(parent)) return { problem: "a wildcard over a public suffix" };
  }
  if (port && Number(port.slice(1)) > 65_535) return { problem: "no such port" };
  // Paths keep their case: they are compared with it.
  const place = path === "/" ? "" : value.slice(value.length - path.length);
  return { source: `${scheme}://${name}${port}${place}` };
}
