export type ParameterPlace = "path" | "query" | "header" | "cookie";
export type Style =
  | "form"
  | "simple"
  | "label"
  | "matrix"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** How a value is written into a URL, a header, a cookie or a form. */
export interface Writing {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

export interface Parameter extends Writing {
  /** What the tool calls it. */
  readonly argument: string;
  /** What the service calls it. */
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  /** Whether the value travels as JSON instead of in a style. */
  readonly asJson: boolean;
  /** As the document has it. */
  readonly schema: unknown;
  readonly description: string;
  readonly deprecated: boolean;
  readonly examples: readonly unknown[];
}
