import type { ParsedArguments } from "@toolshed/sdk";
import type { JsonSchema, ParameterText, SourceCall, SourceTool } from "../../source.ts";
import type { OperationTool } from "../operation-tool.ts";
import type { ListedOperation } from "./listing.ts";

export type ToolOf = (listed: ListedOperation) => OperationTool;

/** A tool that is made when it is read or called: most of a large document never are. A class, since there are so many. */
export class LazyTool implements SourceTool {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly destructive: boolean;
  readonly readOnly: boolean;
  readonly parameters: readonly ParameterText[];
  readonly authProvider?: string;
  readonly quarantined: string | undefined;
  readonly #listed: ListedOperation;
  readonly #toolOf: ToolOf;

  constructor(listed: ListedOperation, toolOf: ToolOf, quarantined: string | undefined) {
    this.path = listed.path;
    this.name = listed.name;
    this.description = listed.description;
    this.destructive = !listed.readOnly;
    this.readOnly = listed.readOnly;
    this.parameters = listed.parameters;
    if (listed.authProvider !== undefined) this.authProvider = listed.authProvider;
    this.quarantined = quarantined;
    this.#listed = listed;
    this.#toolOf = toolOf;
  }

  get inputSchema(): JsonSchema {
    return this.#toolOf(this.#listed).inputSchema;
  }

  get outputSchema(): JsonSchema | undefined {
    return this.#toolOf(this.#listed).outputSchema;
  }

  async parse(args: unknown): Promise<ParsedArguments> {
    return this.#toolOf(this.#listed).parse(args);
  }

  async run(input: unknown, call: SourceCall): Promise<unknown> {
    return this.#toolOf(this.#listed).run(input, call);
  }
}
