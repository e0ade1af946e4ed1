import { useEffect, useState } from "react";
import { RequestError, request } from "./request.ts";

export interface RequestState<Answer> {
  readonly answer?: Answer;
  readonly error?: RequestError;
}

/** The answer to a GET of `/api/v1`. While a new one is on its way, the last one stays. */
export function useRequest<Answer>(path: string): RequestState<Answer> {
  const [state, setState] = useState<RequestState<Answer>>({});

  useEffect(() => {
    const ending = new AbortController();
    request<Answer>(path, ending.signal).then(
      (answer) => setState({ answer }),
      (error) => {
        if (!ending.signal.aborted)
          setState({ error: error instanceof RequestError ? error : new RequestError(String(error), 0) });
      },
    );
    return () => ending.abort();
  }, [path]);

  return state;
}
