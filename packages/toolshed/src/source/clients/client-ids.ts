/** The clients that can be set up. In a file of their own, so that the help loads nothing else. */
export const clientIds = [
  "claude-code",
  "claude-desktop",
  "cursor",
  "vscode",
  "codex",
  "goose",
  "windsurf",
  "zed",
  "gemini",
] as const;

export type ClientId = (typeof clientIds)[number];
