/** What a View may ask for that concerns the person, and what they are told. */
export const askedPermissions = {
  camera: "your camera",
  microphone: "your microphone",
  geolocation: "your location",
} as const;

export type AskedPermission = keyof typeof askedPermissions;

const keyOf = (hash: string) => `view-permissions:${hash}`;
const isAsked = (name: string): name is AskedPermission => Object.hasOwn(askedPermissions, name);

/** Those that a View declares, of which a person decides. */
export const permissionsOf = (declared: unknown): AskedPermission[] =>
  Object.keys(Object(declared)).filter(isAsked);

/** What a person has allowed a View, by its hash: a View that changes has to ask again. */
export const readGrants = (hash: string): AskedPermission[] =>
  (localStorage.getItem(keyOf(hash)) ?? "").split(",").filter(isAsked);

export function writeGrants(hash: string, names: readonly AskedPermission[]): void {
  if (names.length === 0) localStorage.removeItem(keyOf(hash));
  else localStorage.setItem(keyOf(hash), names.join(","));
}
