import type { McpUiHostContext } from "../protocol/ui-types.ts";

/** The names of the style variables in the specification. */
export const STYLE_VARIABLE =
  /^--(color-((background|text|border)-(primary|secondary|tertiary|inverse|ghost|info|danger|success|warning|disabled)|ring-(primary|secondary|inverse|info|danger|success|warning))|font-(sans|mono|weight-(normal|medium|semibold|bold)|(text-(xs|sm|md|lg)|heading-(xs|sm|md|lg|xl|2xl|3xl))-(size|line-height))|border-(radius-(xs|sm|md|lg|xl|full)|width-regular)|shadow-(hairline|sm|md|lg))$/;

/** The style variables of a context that the specification does not name; Views of ext-apps reject a context with any. */
export function unknownStyleVariables({ styles }: McpUiHostContext): string[] {
  return Object.keys(styles?.variables ?? {}).filter((name) => !STYLE_VARIABLE.test(name));
}

/** Removes style variables outside the specification from a host context, because Views of ext-apps reject it otherwise. */
export function dropUnknownStyleVariables(context: McpUiHostContext): McpUiHostContext {
  const unknown = unknownStyleVariables(context);
  if (unknown.length === 0) return context;
  const variables = { ...context.styles?.variables };
  for (const name of unknown) delete variables[name];
  return { ...context, styles: { ...context.styles, variables } };
}
