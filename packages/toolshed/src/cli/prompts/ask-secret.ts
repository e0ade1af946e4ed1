import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Reads a secret from the terminal without showing it, or from what is piped in: never from the arguments, which shells keep. */
export async function askSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) {
    let piped = "";
    for await (const chunk of process.stdin) piped += chunk;
    return piped.trim();
  }
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await terminal.question("");
  terminal.close();
  process.stderr.write("\n");
  return answer.trim();
}
