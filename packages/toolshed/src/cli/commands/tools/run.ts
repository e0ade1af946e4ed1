import type { Command } from "@commander-js/extra-typings";
import type { PausedQuestion, PausedRun, RunAnswer } from "../../../run/run-answer.ts";
import { UserError } from "../../../user-error.ts";
import { parseData } from "../../arguments/parse-json.ts";
import { readText } from "../../arguments/read-text.ts";
import { callAgentTool } from "../../client/agent-tools.ts";
import { findCatalog } from "../../client/find-gateway.ts";
import { addExamples } from "../../examples.ts";
import { exitCodes } from "../../exit-codes.ts";
import { invocation } from "../../invocation.ts";
import { jsonOption } from "../../print/json-option.ts";
import { note, printJson, printResult } from "../../print/print.ts";
import { answerQuestion } from "../../prompts/answer-question.ts";
import { UsageError } from "../../usage-error.ts";

export function define(command: Command): void {
  command
    .summary("Run TypeScript that calls tools, in a sandbox")
    .description(
      "Run a TypeScript file, or a script given with -e, in a sandbox whose only way out is calling tools. " +
        "A call that needs approval asks at the terminal; without one the run pauses, and --resume continues it.",
    )
    .argument("[file]", "file with the script")
    .option("-e, --eval <script>", "the script itself, instead of a file")
    .option("--no-check", "skip the type check")
    .option("--resume <id>", "continue a paused run")
    .option("--data <json>", "with --resume: the answer to what a tool asked", parseData)
    .option(...jsonOption)
    .action(async (file, { eval: script, check, resume, data, json }) => {
      const door = await findCatalog();
      const answered = await callAgentTool(door, {
        ...(resume === undefined
          ? { name: "run", args: { script: readScript(script, file), check } }
          : { name: "resume", args: { execution_id: resume, data } }),
        client: "toolshed run",
        elicit: answerQuestion,
      });
      const answer = parse(answered.content.map((block) => block.text).join("\n"));
      if (json) printJson(answer);
      else show(answer);
      if (answer.paused) invocation().exitCode = exitCodes.refused.code;
      if (answer.error) invocation().exitCode = exitCodes.failed.code;
    });
  addExamples(
    command,
    "toolshed run report.ts",
    "toolshed run -e 'return (await tools.samples.notes.list()).total'",
    'toolshed run --resume 5f0c… --data \'{"seat": "aisle"}\'',
  );
}

function readScript(script: string | undefined, file: string | undefined): string {
  if (script !== undefined && file !== undefined) throw new UsageError("Give a file or -e, not both.");
  if (script?.trim() === "") throw new UsageError("The script is empty. For example: -e 'return 1 + 1'");
  if (script !== undefined && file === undefined) return script;
  if (script === undefined && file !== undefined) return readText(file);
  throw new UsageError("Give a script: toolshed run script.ts, or toolshed run -e 'return 1 + 1'.");
}

function parse(text: string): RunAnswer {
  let answer: RunAnswer | { resolved: false; message: string };
  try {
    answer = JSON.parse(text);
  } catch {
    throw new UserError(text);
  }
  if ("resolved" in answer)
    throw new UserError(`${answer.message} Run "toolshed approvals" to see what waits.`);
  return answer;
}

function show({ logs, value, error, paused, cut }: RunAnswer): void {
  for (const { level, message } of logs) note(`${level}: ${message}`);
  if (value !== undefined)
    printResult(typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
  if (cut) note(cut.message);
  if (paused) note(describePause(paused));
  if (error) {
    const place = error.line === undefined ? "" : ` (line ${error.line}, column ${error.column})`;
    note(`${error.name}: ${error.message}${place}`);
  }
}

function describePause({ executionId, approvals: [first], question }: PausedRun): string {
  const next = `toolshed run --resume ${executionId}`;
  const lines = [
    first && `Paused: ${first.path} waits for approval at ${first.url}\nThen: ${next}`,
    question && `Paused: ${question.path} asks: ${question.message}\n${fieldsOf(question)}`,
    question && `Answer at ${question.url} or with: ${next} --data '{ … }'`,
  ];
  return lines.filter(Boolean).join("\n");
}

const fieldsOf = ({ schema }: PausedQuestion): string =>
  `It takes: ${JSON.stringify((schema as { properties?: unknown } | undefined)?.properties ?? {})}`;
