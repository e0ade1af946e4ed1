/** Where to go after signing in: only ever a page of ours, even if the address was forged. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith("/")) return "/";
  const url = new URL(next, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : "/";
}
