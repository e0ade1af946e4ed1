/** The texts of a tool that every engine gets, identifiers split into words. */
export function toolText({ path, name, description, inputSchema, parameters }) {
  const listed =
    parameters ??
    Object.entries(inputSchema.properties ?? {}).map(([key, value]) => [key, value.description ?? ""]);
  return {
    // Of an operation the path says more than its name.
    name: parameters ? `${split(name)} ${split(path)}` : split(name),
    description,
    parameters: listed.map(([key, text]) => `${split(key)} ${text}`).join(" "),
  };
}

function split(identifier) {
  return `${identifier.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_./-]/g, " ")}`;
}
