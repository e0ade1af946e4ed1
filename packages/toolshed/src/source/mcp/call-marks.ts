import type { SourceCall } from "../source.ts";

type Headers = Readonly<Record<string, string>>;

const marked = new WeakMap<Headers, SourceCall>();

/** Tells a transport which call a request of the SDK's client belongs to: by headers, of which there are none. */
export const callMarks = {
  for(call: SourceCall): Record<string, string> {
    const headers = {};
    marked.set(headers, call);
    return headers;
  },
  find: (headers: Headers | undefined): SourceCall | undefined => (headers ? marked.get(headers) : undefined),
};
