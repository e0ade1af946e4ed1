/** What a program needs to be found and to run at all. Everything else it has to be given. */
const passed =
  process.platform === "win32"
    ? ["PATH", "PATHEXT", "SYSTEMROOT", "TEMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "COMSPEC"]
    : ["PATH", "HOME", "LANG", "TMPDIR"];

export function childEnvironment(
  own: NodeJS.ProcessEnv,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of passed) {
    const value = own[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...given };
}
