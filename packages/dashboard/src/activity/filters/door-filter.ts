import type { CallsQuery } from "toolshed/api";

export interface Option {
  readonly value: string;
  readonly label: string;
}

type DoorFilter = Pick<CallsQuery, "via" | "endpoint">;

/** Names are not unique: an endpoint is chosen by its id, the other doors by their names. */
const endpointPrefix = "endpoint:";

export const doorValue = ({ via, endpoint }: DoorFilter): string =>
  endpoint === undefined ? (via ?? "") : `${endpointPrefix}${endpoint}`;

export const toDoorFilter = (value: string): DoorFilter =>
  value.startsWith(endpointPrefix)
    ? { via: undefined, endpoint: value.slice(endpointPrefix.length) }
    : { via: value || undefined, endpoint: undefined };

/** All that calls can come through, and what is chosen, also if the endpoint is gone. */
export function doorOptions(
  endpoints: readonly { id: string; name: string }[],
  chosen: DoorFilter,
): Option[] {
  const options = [
    ...endpoints.map(({ id, name }) => ({ value: `${endpointPrefix}${id}`, label: name })),
    ...["dashboard", "command"].map((name) => ({ value: name, label: name })),
  ];
  const value = doorValue(chosen);
  const isKnown = value === "" || options.some((option) => option.value === value);
  return isKnown ? options : [...options, { value, label: chosen.via ?? "Revoked endpoint" }];
}
