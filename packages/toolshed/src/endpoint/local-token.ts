import type { Endpoints } from "./endpoints.ts";

/** Where the token is kept between starts, so that each can print the same MCP URL. */
export interface TokenFile {
  read(): string | undefined;
  write(token: string): void;
}

/** The token of the endpoint that is there from the first start. Made again when it no longer opens anything. */
export async function localToken(endpoints: Endpoints, file: TokenFile, userId: string): Promise<string> {
  const kept = file.read();
  if (kept && (await endpoints.findByToken(kept))) return kept;
  const { token } = await endpoints.create({ userId, name: "local" });
  file.write(token);
  return token;
}
