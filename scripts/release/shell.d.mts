export interface Shell {
  readonly env: Record<string, string>;
  close(): Promise<void>;
}
export interface ShellOptions {
  nodeFolder: string;
  home: string;
  registry: string;
  userConfig: string;
  /** npm's cache. Default: an empty one in the home. */
  cache?: string;
}
export function createShell(options: ShellOptions): Shell;
