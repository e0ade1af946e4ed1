import { type Connection, team } from "./connections.ts";

/** A connection as shown to people and in the record: `work`, or `team/work` if it is the team's. */
export const connectionLabel = ({ ownerId, name }: Pick<Connection, "ownerId" | "name">): string =>
  ownerId === team ? `${team}/${name}` : name;
