/** A question to the person behind the call. */
export type ElicitRequest =
  | { readonly type: "approval"; readonly message: string }
  | {
      readonly type: "form";
      readonly message: string;
      /** JSON Schema of a flat object: the fields to ask for. */
      readonly schema: Readonly<Record<string, unknown>>;
    };

export interface ElicitResult {
  /** `unavailable` means that nobody could be asked. It is never an approval. */
  readonly action: "accept" | "decline" | "cancel" | "unavailable";
  readonly content?: Readonly<Record<string, unknown>>;
}
