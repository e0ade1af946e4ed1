import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

/**
 * Runs commands as a person would who has just this Node, an empty home and the given registry.
 * Everything it started ends with `close()`.
 */
export function createShell({ nodeFolder, home, registry, userConfig, cache = join(home, "npm-cache") }) {
  const { PORT: _, TOOLSHED_HOME: __, DATABASE_URL: ___, ...inherited } = process.env;
  // npm tells the commands it runs about itself, and they would tell that to the npm below.
  const ownSettings = Object.entries(inherited).filter(([name]) => !/^npm_/i.test(name));
  const env = {
    ...Object.fromEntries(ownSettings),
    HOME: home,
    USERPROFILE: home,
    PATH: [nodeFolder, process.env.PATH].join(delimiter),
    NO_COLOR: "1",
    NO_PROXY: "127.0.0.1,localhost",
    npm_config_cache: cache,
    npm_config_userconfig: userConfig,
    npm_config_registry: registry,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_loglevel: "error",
    npm_config_yes: "true",
  };
  const running = new Set();

  function start(command, args, { cwd, environment = {} }) {
    const isWindows = process.platform === "win32";
    // A group of its own, because npx starts the program as a child.
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...environment },
      shell: isWindows,
      detached: !isWindows,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    running.add(child);
    const title = [command, ...args].join(" ");
    const ended = new Promise((resolve) => {
      child.once("error", (error) => resolve({ code: error.message, output }));
      child.once("close", (code) => resolve({ code, output }));
    });
    ended.finally(() => running.delete(child)).catch(() => {});
    return { child, title, ended, output: () => output, signal: (name) => signalGroup(child, name) };
  }

  return {
    env,
    start,
    /** Returns what the command printed. Fails unless it exits with 0. */
    async run(command, args, options) {
      const { title, ended } = start(command, args, options);
      const { code, output } = await ended;
      if (code !== 0) throw new Error(`"${title}" failed (${code}):\n\n${output.trim()}`);
      return output;
    },
    /** Waits until a started command has printed something that matches. */
    async waitFor({ title, child, ended, output }, pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output());
          if (match) resolve(match);
        };
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        look();
        ended.then(
          ({ code }) => reject(new Error(`"${title}" ended (${code}):\n\n${output().trim()}`)),
          reject,
        );
      });
    },
    async close() {
      const ends = [...running].map((child) => {
        signalGroup(child, "SIGKILL");
        return new Promise((resolve) => child.once("close", resolve));
      });
      await Promise.all(ends);
    },
  };
}

function signalGroup(child, name) {
  try {
    if (process.platform === "win32") child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // It has ended.
  }
}
