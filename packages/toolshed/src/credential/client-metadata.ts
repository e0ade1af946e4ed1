/** How the gateway identifies itself to services that people connect. */
export const clientMetadata = (redirectUrl: string) => ({
  client_name: "Toolshed",
  redirect_uris: [redirectUrl],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});
