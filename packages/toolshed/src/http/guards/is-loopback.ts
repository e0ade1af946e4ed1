/** Whether a host, as in a URL or an address, is this machine and nothing else. */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    /^127(\.\d{1,3}){3}$/.test(host) ||
    /^\[?(::1|::ffff:127(\.\d{1,3}){3})\]?$/.test(host)
  );
}
