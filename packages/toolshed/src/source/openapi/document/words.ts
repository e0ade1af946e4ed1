/** The words of a name in any case: `findPetsByStatus`, `list-for-repo` and `API_Keys` alike. */
export function wordsOf(name: string): string[] {
  return name
    .normalize("NFKD")
    .replace(/OAuth/g, "Oauth")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
