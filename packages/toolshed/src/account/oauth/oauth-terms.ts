/** What a client asks for: to use tools, and to keep access without asking again. */
export const scopes: string[] = ["tools", "offline_access"];
export const grantTypes: ("authorization_code" | "refresh_token")[] = ["authorization_code", "refresh_token"];
export const consentPage = "/consent";
