/** The window in which every View is shown. */
export const size = { width: 900, height: 1000 };
