/** The texts of a tool that every engine gets, identifiers split into words. */
export function toolText({ name, description, inputSchema }) {
  const parameters = Object.entries(inputSchema.properties ?? {});
  return {
    name: split(name),
    description,
    parameters: parameters.map(([key, value]) => `${split(key)} ${value.description ?? ""}`).join(" "),
  };
}

function split(identifier) {
  return `${identifier.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/_/g, " ")}`;
}
