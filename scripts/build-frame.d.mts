export function bundleFrame(): Promise<string>;
export function bundleParts(): Promise<Record<"show" | "chart" | "markdown" | "form", string>>;
