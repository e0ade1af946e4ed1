import { providerId } from "../source/mcp/mcp-config.ts";
import { UserError } from "../user-error.ts";
import { type Catalog, isReserved } from "./catalog.ts";

const pattern = /^[a-z][a-z0-9_]{0,39}$/;

/** An id is the first part of every path of a source, and the name under which people connect it. */
export function checkSourceId(
  id: string,
  { catalog, providers }: { readonly catalog: Catalog; readonly providers: ReadonlyMap<string, unknown> },
): void {
  if (!pattern.test(id)) {
    throw new UserError(
      `"${id}" cannot be an id: take lower-case letters, digits and underscores, such as files or my_notes.`,
    );
  }
  if (isReserved(id)) throw new UserError(`"${id}" means something else in paths: choose another id.`);
  const isTaken =
    catalog.tools.some(({ path }) => path.startsWith(`${id}.`)) ||
    providers.has(providerId(id)) ||
    // Credentials of the team, and the address of our own View, begin with these.
    ["team", "toolshed"].includes(id);
  if (isTaken) throw new UserError(`"${id}" is taken: choose another id.`);
}
