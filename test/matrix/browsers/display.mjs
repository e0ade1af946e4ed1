import { spawn } from "node:child_process";
import { once } from "node:events";

/** A display in memory, on which browsers draw WebGL by software. */
export async function startDisplay(xvfb) {
  const child = spawn(xvfb, ["-displayfd", "1", "-screen", "0", "1000x1200x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(child.stdout.setEncoding("utf8"), "data");
  return { env: { DISPLAY: `:${number.trim()}` }, stop: () => child.kill() };
}
