/**
 * This file is one folder below the package's in `src` and in the bundle, so it finds the files that come with the
 * package in both.
 */
export const packageFile = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** Where the files are that threads and child processes start with, by their paths below `src`. */
export const codeFolder: URL = new URL("./", import.meta.url);
