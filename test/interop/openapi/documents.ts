import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../fixtures/source-files.ts";

export interface RealDocument {
  readonly name: string;
  readonly text: string;
}

const packages = join(root, "test/peers/node_modules");
const examples = join(packages, "@readme/oas-examples");

const read = (name: string, file: string): RealDocument => ({ name, text: readFileSync(file, "utf8") });

export const github = read("GitHub", join(packages, "@octokit/openapi/generated/api.github.com.json"));

const figma = read("Figma", join(packages, "@figma/rest-api-spec/openapi/openapi.yaml"));
const netlify = read("Netlify", join(packages, "@netlify/open-api/dist/swagger.json"));

/** Small documents of all editions, each of which tries something out; as JSON and as YAML. */
const small = ["2.0", "3.0", "3.1"].flatMap((edition) =>
  readdirSync(join(examples, edition), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(json|yaml)$/.test(file))
    .sort()
    .map((file) => read(`${edition}/${file}`, join(examples, edition, file))),
);

export const realDocuments: readonly RealDocument[] = [github, figma, netlify, ...small];
