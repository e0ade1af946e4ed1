import { isAbsolute } from "node:path";
import { UserError } from "../../../user-error.ts";
import type { StdioConfig } from "../mcp-config.ts";

const shells = /^(?:.*[/\\])?(?:(?:ba|da|z|k|c|tc|fi)?sh|cmd|powershell|pwsh)(?:\.exe)?$/i;
/** Make a program load code that is not its own. */
const loaderNames =
  /^(?:NODE_OPTIONS|NODE_PATH|LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|npm_config_.*|IFS|PROMPT_COMMAND)$/i;
const environmentName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const controlCharacter = /\p{Cc}/u;

/** Refuses commands that do something else than to start one program by its name. */
export function checkCommand(
  { command, args, cwd }: StdioConfig,
  env: Readonly<Record<string, string>>,
): void {
  if (shells.test(command)) {
    throw new UserError(`${command} is a shell: give the program itself and its arguments.`);
  }
  if (/[\s;&|<>$`"'*?]/.test(command) && !isAbsolute(command)) {
    throw new UserError(
      `"${command}" is not the name of one program: give the program and each argument by itself, after "--".`,
    );
  }
  if (/[/\\]/.test(command) && !isAbsolute(command)) {
    throw new UserError(`${command} is a relative path: give the whole path, or a name that is in PATH.`);
  }
  if ([command, ...args].some((text) => controlCharacter.test(text))) {
    throw new UserError("A command and its arguments cannot have line breaks or other control characters.");
  }
  if (cwd !== undefined && (!isAbsolute(cwd) || cwd.split(/[/\\]/).includes(".."))) {
    throw new UserError(`${cwd} is not a whole path: give one that begins at the root and has no "..".`);
  }
  for (const [name, value] of Object.entries(env)) {
    if (!environmentName.test(name)) throw new UserError(`"${name}" is not a name for the environment.`);
    if (loaderNames.test(name)) {
      throw new UserError(
        `${name} can make a program run other code: set it within the program, not around it.`,
      );
    }
    if (value.includes("\0")) throw new UserError(`The value of ${name} has a zero character.`);
  }
}
