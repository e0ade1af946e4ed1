export const officialVersions = ["0.4", "1.7", "2.0"] as const;

export type Version = "ours" | (typeof officialVersions)[number];

export interface Pairing {
  view: Version;
  host: Version;
}

/** The official pairs show that a case asks nothing but what the published packages do. */
export const pairings: Pairing[] = [
  ...officialVersions.map((version): Pairing => ({ view: version, host: version })),
  ...officialVersions.map((version): Pairing => ({ view: "ours", host: version })),
  ...officialVersions.map((version): Pairing => ({ view: version, host: "ours" })),
  { view: "ours", host: "ours" },
];

export const titleOf = ({ view, host }: Pairing) => `View ${view} × host ${host}`;

export const isOurs = ({ view, host }: Pairing) => view === "ours" && host === "ours";
