interface ProviderBase {
  /** What tools name as their `authProvider`: lower-case letters, digits and dashes, such as `granola-personal`. */
  readonly id: string;
  /** What people call the service. */
  readonly name: string;
  /** Whose credentials these are. A team's are shared by all its members. Absent means a person's. */
  readonly owner?: "person" | "team";
}

export interface ApiKeyProvider extends ProviderBase {
  readonly type: "apiKey";
  /** Where a person finds the key, in plain words. */
  readonly whereToFind: string;
  /** The page where it is found. */
  readonly url?: string;
  /** What a key looks like, so that a wrong paste is noticed immediately. */
  readonly format?: { readonly hint: string; readonly pattern: RegExp };
  /** Makes the cheapest call that needs the key. Rejects with what the service says if the key does not work. */
  test?(key: string, request: { fetch: typeof fetch; signal: AbortSignal }): Promise<unknown>;
}

export interface OAuth2Provider extends ProviderBase {
  readonly type: "oauth2";
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly clientId?: string;
  /** Each scope with what it allows, in plain words. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** A service that needs no credentials, listed so that people see where data comes from. */
export interface OpenProvider extends ProviderBase {
  readonly type: "none";
}

export type AuthProvider = ApiKeyProvider | OAuth2Provider | OpenProvider;

type Definition<P extends AuthProvider> = Omit<P, "type">;

export const apiKey = (definition: Definition<ApiKeyProvider>): ApiKeyProvider => ({
  type: "apiKey",
  ...definition,
});
export const oauth2 = (definition: Definition<OAuth2Provider>): OAuth2Provider => ({
  type: "oauth2",
  ...definition,
});
export const none = (definition: Definition<OpenProvider>): OpenProvider => ({ type: "none", ...definition });
