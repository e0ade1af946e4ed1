/** For mistakes that do not stop anything. */
export function warn(problem: string): void {
  console.warn(`[@toolshed/apps] ${problem}`);
}
