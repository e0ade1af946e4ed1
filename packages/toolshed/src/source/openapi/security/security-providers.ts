import { type AuthProvider, apiKey, oauth2 } from "@toolshed/sdk";
import { wordsOf } from "../document/words.ts";
import type { Security } from "./choose-security.ts";
import type { SecurityScheme } from "./security-scheme.ts";

/**
 * The providers behind the schemes that a source's tools use, by the scheme's name. The scheme that most tools use has the
 * source's own id, so that it stays when the document adds another; the rest are `<source>-<scheme>`.
 */
export function securityProviders(
  sourceId: string,
  title: string,
  securities: Iterable<Security>,
): Map<string, AuthProvider> {
  const uses = new Map<SecurityScheme, number>();
  for (const { schemes } of securities) {
    for (const scheme of schemes) uses.set(scheme, (uses.get(scheme) ?? 0) + 1);
  }
  const byUse = [...uses].sort(
    ([one, count], [other, otherCount]) => otherCount - count || compare(one.name, other.name),
  );
  const base = sourceId.replaceAll("_", "-");
  const taken = new Set<string>();
  return new Map(
    byUse.map(([scheme], index) => {
      const wanted = index === 0 ? base : [base, ...wordsOf(scheme.name)].join("-");
      let id = wanted;
      for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
      taken.add(id);
      return [scheme.name, toProvider(id, index === 0 ? title : `${title} (${scheme.name})`, scheme)];
    }),
  );
}

function toProvider(id: string, name: string, { grant, sending, description }: SecurityScheme): AuthProvider {
  if (grant) return oauth2({ id, name, ...grant });
  return apiKey({
    id,
    name,
    whereToFind: description.trim().slice(0, 500) || whereToFind[sending.how](name),
  });
}

const whereToFind = {
  header: (name: string) => `Create an API key in the settings of ${name}.`,
  query: (name: string) => `Create an API key in the settings of ${name}.`,
  cookie: (name: string) => `Sign in to ${name} and copy the value of its session cookie.`,
  basic: (name: string) => `Your user name and password for ${name}, with a colon between them.`,
  bearer: (name: string) => `Create an access token in the settings of ${name}.`,
};

const compare = (one: string, other: string): number => (one < other ? -1 : 1);
