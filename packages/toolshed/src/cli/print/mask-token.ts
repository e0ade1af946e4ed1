/** A URL or text with the tokens in it shortened to their last four characters. */
export const maskToken = (text: string): string => text.replace(/\btsk_[\w-]*([\w-]{4})/g, "tsk_…$1");
