import { readFileSync } from "node:fs";
import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { PausedQuestion, PausedRun, RunAnswer } from "../run/run-answer.ts";
import { UserError } from "../user-error.ts";
import { readArgs } from "./actions.ts";
import { callAgentTool } from "./agent-tools.ts";
import { askForm } from "./ask-form.ts";
import { askLine } from "./ask-line.ts";
import { findCatalog } from "./find-gateway.ts";
import { parseData } from "./parse-data.ts";
import { printable } from "./printable.ts";

const usage = "Give a script: toolshed run script.ts, or toolshed run -e 'return 1 + 1'.";

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArgs(args, {
    eval: { type: "string", short: "e" },
    resume: { type: "string" },
    data: { type: "string" },
    "no-check": { type: "boolean" },
  });
  const door = await findCatalog();
  const answered = await callAgentTool(door, {
    ...(values.resume === undefined
      ? { name: "run", args: { script: readScript(values.eval, positionals), check: !values["no-check"] } }
      : { name: "resume", args: { execution_id: values.resume, data: parseData(values.data) } }),
    client: "toolshed run",
    elicit: ask,
  });
  const text = answered.content.map((block) => block.text).join("\n");
  show(parse(text));
}

function readScript(given: string | undefined, [file, ...rest]: string[]): string {
  if (given !== undefined && file === undefined) return given;
  if (given !== undefined || file === undefined || rest.length > 0) throw new UserError(usage);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}). ${usage}`);
  }
}

type Shown = RunAnswer | { resolved: false; message: string };

function parse(text: string): Shown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(text);
  }
}

function show(answer: Shown): void {
  if ("resolved" in answer) throw new UserError(answer.message);
  for (const { level, message } of answer.logs) process.stderr.write(`${level}: ${message}\n`);
  const { value, error, paused, cut } = answer;
  if (value !== undefined) {
    process.stdout.write(`${typeof value === "string" ? value : JSON.stringify(value, undefined, 2)}\n`);
  }
  if (cut) process.stderr.write(`${cut.message}\n`);
  if (paused) {
    process.stderr.write(printable(describePause(paused)));
    process.exitCode = 2;
  }
  if (error) {
    const place = error.line === undefined ? "" : ` (line ${error.line}, column ${error.column})`;
    process.stderr.write(`${error.name}: ${error.message}${place}\n`);
    process.exitCode = 1;
  }
}

function describePause({ executionId, approvals: [first], question }: PausedRun): string {
  const next = `toolshed run --resume ${executionId}`;
  const lines = [
    first && `Paused: ${first.path} waits for approval at ${first.url}\nThen: ${next}`,
    question && `Paused: ${question.path} asks: ${question.message}\n${fieldsOf(question)}`,
    question && `Answer at ${question.url} or with: ${next} --data '{ … }'`,
  ];
  return `${lines.filter(Boolean).join("\n")}\n`;
}

const fieldsOf = ({ schema }: PausedQuestion): string =>
  `It takes: ${JSON.stringify((schema as { properties?: unknown } | undefined)?.properties ?? {})}`;

/** The person at the terminal decides; without one, or if they postpone it, the run waits. */
async function ask(request: ElicitRequest): Promise<ElicitResult> {
  if (!process.stdin.isTTY) return { action: "unavailable" };
  if (request.type === "form" && Object.keys(request.schema.properties ?? {}).length > 0)
    return askForm(request.message, request.schema);
  const answer = await askLine(`${request.message} [y/N] `);
  if (answer === undefined) return { action: "unavailable" };
  return { action: /^y(es)?$/i.test(answer.trim()) ? "accept" : "decline" };
}
