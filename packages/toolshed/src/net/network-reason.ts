const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  EPIPE: "connection closed",
  UND_ERR_SOCKET: "connection closed",
  ENOTFOUND: "host not found",
  EAI_AGAIN: "host not found",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  ETIMEDOUT: "no answer in time",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "no answer in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate can't be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  EPROTO: "it doesn't speak TLS",
};

/** Why a server was not reached, in words. Nothing for errors of other kinds. */
export function networkReason(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code = "" } = one as NodeJS.ErrnoException;
    if (Object.hasOwn(reasons, code)) return reasons[code];
    const [first] = one instanceof AggregateError ? one.errors : [];
    if (first) return networkReason(first);
  }
  return undefined;
}
