import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root, sourceFiles } from "./fixtures/source-files.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const documented = new Set([...read("docs/cli.md").matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name));
/** One row stands for all of these. */
const otherExporterSettings = /^OTEL_(EXPORTER_OTLP_|TRACES_|METRICS_)/;

test("every variable that the gateway reads is in the table of settings", () => {
  const used = sourceFiles("packages/toolshed/src")
    .filter((file) => !file.endsWith(".test.ts"))
    // Other programs' variables: where clients keep their files, and whether there is a browser.
    .filter((file) => !["source/clients/clients.ts", "cli/gateway/open-browser.ts"].includes(file))
    .flatMap((file) => variablesIn(read(`packages/toolshed/src/${file}`)));
  expect(used).toContain("TOOLSHED_HOME");
  expect(used.filter((name) => !documented.has(name) && !otherExporterSettings.test(name))).toEqual([]);
});

function variablesIn(text: string): string[] {
  const read = [...text.matchAll(/\b(?:process\.env|environment)\.([A-Z][A-Z0-9_]+)/g)].map(
    ([, name]) => name,
  );
  const taken = [...text.matchAll(/\{([^{}]*)\} = (?:process\.env|environment)\b/g)].flatMap(
    ([, names = ""]) => [...names.matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)].map(([name]) => name),
  );
  return [...read, ...taken] as string[];
}

test("the Dockerfile has only instructions, in an order that builds, and does not run as root", () => {
  const instructions = read("Dockerfile")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => line.split(" ")[0]);
  const known = ["FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"];
  expect(instructions.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  expect(instructions[0]).toBe("FROM");
  expect(instructions.indexOf("USER")).toBeLessThan(instructions.indexOf("CMD"));
  expect(read("Dockerfile")).toMatch(/^USER node$/m);
  const health = /CMD (\[.*\])/.exec(read("Dockerfile"))?.[1] ?? "";
  expect(JSON.parse(health)[2]).toContain("/ready");
});

test("the compose file starts gateways after their database, with settings that exist", () => {
  const { services, volumes } = parse(read("compose.yaml"));
  expect(Object.keys(services)).toEqual(["gateway", "postgres"]);
  expect(Object.keys(services.gateway.environment).filter((name) => !documented.has(name))).toEqual([]);
  expect(services.gateway.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  expect(services.postgres.volumes.map((mount: string) => mount.split(":")[0])).toEqual(Object.keys(volumes));
});
