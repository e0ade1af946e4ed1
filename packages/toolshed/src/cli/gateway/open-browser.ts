import { spawn } from "node:child_process";

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
}

/** Returns the command that opens a page in the person's browser, or undefined if there is probably no browser. */
export function browserCommand({ platform, environment }: Machine): readonly string[] | undefined {
  const { CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = environment;
  if (CI) return undefined;
  if (platform === "linux") return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
  if (SSH_CONNECTION) return undefined;
  if (platform === "darwin") return ["open"];
  // The empty argument is the title of a window, which "start" would take the first quoted argument for.
  return platform === "win32" ? ["cmd", "/c", "start", '""'] : undefined;
}

/** Opens a page without waiting for the browser. Failures are ignored: the person has a link to open. */
export function openBrowser([program = "", ...args]: readonly string[], url: string): void {
  const child = spawn(program, [...args, url], {
    detached: true,
    stdio: "ignore",
    windowsVerbatimArguments: true,
    windowsHide: true,
  });
  child.once("error", () => {});
  child.unref();
}
