/** The handler that all of them run. */
export const echo = ({ text = "" } = {}) => ({ text, length: text.length });
