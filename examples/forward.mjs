/** Passes a request on to an MCP server, so that a page needs no other origin than its own. */
export async function forward(request, mcpUrl) {
  const headers = new Headers(request.headers);
  for (const name of ["host", "origin", "connection", "content-length"]) headers.delete(name);
  const { method } = request;
  const body = method === "POST" ? await request.text() : undefined;
  let response;
  try {
    response = await fetch(mcpUrl, { method, headers, body });
  } catch ({ message, cause }) {
    const reason = `Couldn't reach the MCP server at ${mcpUrl} (${cause?.code ?? message}). Start it and try again.`;
    return new Response(reason, { status: 502 });
  }
  const answer = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) answer.delete(name);
  return new Response(response.body, { status: response.status, headers: answer });
}
