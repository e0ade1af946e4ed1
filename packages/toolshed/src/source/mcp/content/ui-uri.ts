const scheme = "ui://";

/** `ui://clock/face` of the source `time` is `ui://time/clock/face` here, so that no two sources share an address. */
export function toGatewayUri(sourceId: string, uri: string): string {
  return uri.startsWith(scheme) ? `${scheme}${sourceId}/${uri.slice(scheme.length)}` : uri;
}

/** The way back. An address without the source's prefix is the server's own already. */
export function toUpstreamUri(sourceId: string, uri: string): string {
  const prefix = `${scheme}${sourceId}/`;
  return uri.startsWith(prefix) ? scheme + uri.slice(prefix.length) : uri;
}
