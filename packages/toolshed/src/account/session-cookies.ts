/** The cookies that an answer of the account library sets, and nothing else of it. */
export function sessionCookies(answer: Response): Headers {
  const headers = new Headers();
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return headers;
}
