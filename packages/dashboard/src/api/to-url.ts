export interface UrlParts {
  params?: Record<string, string> | undefined;
  query?: object | undefined;
}

/** The URL of a route such as `/tools/:path`. What is left undefined in its query is left out. */
export function toUrl(path: string, { params = {}, query = {} }: UrlParts = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/v1${filled}${search && `?${search}`}`;
}
