export function bundleView(name: string): Promise<string>;
