/** The names that paths of tools consist of. Anything else is not put into a command that a person copies. */
const PATH = /^[\w-]+(\.[\w-]+)+$/;

/** How a person shows a tool's View without the frame, as the end of a sentence. */
export function pinAdvice(path: string): string {
  const pinned = PATH.test(path) ? path : "<path>";
  return `create an endpoint with this tool pinned (npx toolshed endpoint create <name> --pin ${pinned}) and add it to this app`;
}
