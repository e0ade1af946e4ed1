export function npmSettings(): { registry: string; userConfig: string; cache: string };
