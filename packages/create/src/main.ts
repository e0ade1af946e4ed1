import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { askForFolder, askForTemplate } from "./ask.ts";
import { createProject, findObstacle } from "./create-project.ts";
import { templates } from "./templates.ts";

const names = templates.map(({ name }) => name);
const width = Math.max(...names.map((name) => name.length));

const help = `Create a project for Toolshed.

Usage: npm create toolshed [folder] [-- --template <name>]

Templates:
${templates.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}\n`).join("")}
Options:
  -t, --template <name>  the template to use
  -h, --help             show this help
`;

/** Returns the exit code. */
export async function main(args: string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === "AbortError") return fail("\nNothing was created.");
    const isUsage = "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    return fail(
      isUsage
        ? `${error.message.split(". ")[0]}. Show the options: npm create toolshed -- --help`
        : error.message,
    );
  }
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      template: { type: "string", short: "t" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (positionals.length > 1) return fail(`Give one folder. Got: ${positionals.join(", ")}`);
  const given = values.template;
  if (given !== undefined && !names.includes(given)) {
    return fail(`No template named "${given}". Choose one of: ${names.join(", ")}`);
  }
  const canAsk = process.stdin.isTTY && process.stdout.isTTY;
  const [folderGiven] = positionals;
  if (!canAsk && (folderGiven === undefined || given === undefined)) {
    return fail(
      "Name a folder and a template: npm create toolshed my-plugin -- --template plugin\n" +
        `Templates: ${names.join(", ")}`,
    );
  }

  const folder = folderGiven ?? (await askForFolder("my-toolshed-project"));
  const obstacle = findObstacle(folder);
  if (obstacle !== undefined) return fail(obstacle);
  const name = given ?? (await askForTemplate(templates));

  createProject(folder, name);
  process.stdout.write(describeNextSteps(folder, name));
  return 0;
}

function describeNextSteps(folder: string, name: string): string {
  const path = relative(process.cwd(), resolve(folder));
  const steps = [
    ...(path === "" ? [] : [`cd ${/\s/.test(path) ? JSON.stringify(path) : path}`]),
    "npm install",
    ...(templates.find((template) => template.name === name)?.nextSteps ?? []),
  ];
  return `\nCreated ${path || "the project"} from the template "${name}". Next:\n\n${steps.map((step) => `  ${step}\n`).join("")}\n`;
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
