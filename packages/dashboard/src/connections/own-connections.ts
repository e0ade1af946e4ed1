import type { ConnectionState, ProviderAnswer } from "toolshed/api";

/** The person's own, or those of the team. */
export const ownConnections = (
  { personal, team }: ProviderAnswer,
  owner: ProviderAnswer["owner"],
): readonly ConnectionState[] => (owner === "team" ? team : personal);
