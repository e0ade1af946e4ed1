import type { RequestOf, RouteName } from "toolshed/api";

interface UrlParts {
  params?: Record<string, string>;
  query?: object;
}

/** The URL of a route such as `GET /tools/:path`. What is left undefined in its query is left out. */
export function toUrl<Name extends RouteName>(route: Name, given: RequestOf<Name>): string {
  const [, path = ""] = route.split(" ");
  const { params = {}, query = {} } = given as UrlParts;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  return `/api/v1${filled}${search && `?${search}`}`;
}
