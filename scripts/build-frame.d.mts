export function bundleFrame(): Promise<string>;
