import { isSecretName } from "../../record/mask-arguments.ts";
import type { McpSecrets } from "./mcp-config.ts";

/** The values that must not come back in an answer. Other settings, such as folders, may. */
export function secretValues({ env, headers }: McpSecrets): string[] {
  const secretOnes = Object.entries(env).filter(([name]) => isSecretName(name));
  const inHeaders = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, "")]);
  return [...secretOnes.map(([, value]) => value), ...inHeaders];
}
