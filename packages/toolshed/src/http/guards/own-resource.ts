/** The name of our MCP URL under which a request came, so that a client finds the one it knows. */
export function ownResource(resources: readonly string[], host: string | undefined): string {
  const own = resources.find((resource) => new URL(resource).host === host?.toLowerCase());
  return own ?? (resources[0] as string);
}
