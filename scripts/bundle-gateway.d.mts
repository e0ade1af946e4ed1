export function bundleGateway(outdir: string, entries?: readonly string[]): Promise<string[]>;
