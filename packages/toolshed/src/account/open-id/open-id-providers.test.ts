import { expect, test } from "vitest";
import { openIdProviders } from "./open-id-providers.ts";

test("providers are read from the environment, each by its own name", () => {
  const environment = {
    PATH: "/bin",
    TOOLSHED_OIDC_OKTA_ISSUER: "https://acme.okta.com/",
    TOOLSHED_OIDC_OKTA_CLIENT_ID: "one",
    TOOLSHED_OIDC_BIG_CORP_ISSUER: "http://localhost:8080/realms/big",
    TOOLSHED_OIDC_BIG_CORP_CLIENT_ID: "two",
    TOOLSHED_OIDC_BIG_CORP_CLIENT_SECRET: "secret",
    TOOLSHED_OIDC_BIG_CORP_NAME: "Big Corp",
    TOOLSHED_OIDC_BIG_CORP_DOMAINS: "Big.example, small.example,",
  };
  expect(openIdProviders(environment)).toEqual([
    { id: "okta", name: "Okta", issuer: "https://acme.okta.com", clientId: "one", domains: [] },
    {
      id: "big-corp",
      name: "Big Corp",
      issuer: "http://localhost:8080/realms/big",
      clientId: "two",
      clientSecret: "secret",
      domains: ["big.example", "small.example"],
    },
  ]);
  expect(openIdProviders({})).toEqual([]);
});

const withIssuer = (issuer: string) => ({ TOOLSHED_OIDC_A_ISSUER: issuer, TOOLSHED_OIDC_A_CLIENT_ID: "x" });
const broken: [NodeJS.ProcessEnv, string][] = [
  [{ TOOLSHED_OIDC_A_CLIENT_ID: "x" }, "TOOLSHED_OIDC_A_ISSUER is missing"],
  [{ TOOLSHED_OIDC_A_ISSUER: "https://a.example" }, "TOOLSHED_OIDC_A_CLIENT_ID is missing"],
  [withIssuer("http://a.example"), "TOOLSHED_OIDC_A_ISSUER is not an https URL"],
  [withIssuer("javascript:alert(1)"), "TOOLSHED_OIDC_A_ISSUER is not an https URL"],
  [withIssuer("a.example"), "TOOLSHED_OIDC_A_ISSUER is not an https URL"],
  [withIssuer("https://user:pass@a.example"), "TOOLSHED_OIDC_A_ISSUER is not an https URL"],
];

test.each(broken)("%j: %s", (environment, problem) => {
  expect(() => openIdProviders(environment)).toThrow(problem);
});
