import { invocation } from "../invocation.ts";
import { canMoveCursor, style } from "./style.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 80;
const delayMs = 300;
const eraseLine = "\r\u001b[2K";

/** Shows on a terminal that something takes a while, and for how long. Elsewhere it says nothing. */
export async function withProgress<Result>(message: string, work: Promise<Result>): Promise<Result> {
  const { stderr } = invocation();
  if (!canMoveCursor(stderr)) return work;
  const startedAt = Date.now();
  let count = 0;
  const timer = setInterval(() => {
    const ms = Date.now() - startedAt;
    if (ms < delayMs) return;
    count += 1;
    const frame = frames[count % frames.length] ?? "";
    stderr.write(`${eraseLine}${style("cyan", frame, stderr)} ${message} ${Math.floor(ms / 1000)} s`);
  }, frameMs);
  return work.finally(() => {
    clearInterval(timer);
    if (count > 0) stderr.write(eraseLine);
  });
}
