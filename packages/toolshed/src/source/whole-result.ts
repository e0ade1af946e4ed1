/** A part of an answer: a text, or another kind of content, which passes through whole. */
export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly [member: string]: unknown;
}

/** What a source answers when it gives all of a result itself, in place of a value that becomes one. */
export class WholeResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** In place of all others: what the server has to ask the client before it continues. */
  readonly question?: Readonly<Record<string, unknown>>;

  constructor(result: {
    content: readonly ContentBlock[];
    structuredContent?: unknown;
    isError?: boolean | undefined;
    meta?: Readonly<Record<string, unknown>> | undefined;
    question?: Readonly<Record<string, unknown>> | undefined;
  }) {
    this.content = result.content;
    this.structuredContent = result.structuredContent;
    this.isError = result.isError ?? false;
    if (result.meta) this.meta = result.meta;
    if (result.question) this.question = result.question;
  }
}
