import type { Command } from "@commander-js/extra-typings";
import type { Level } from "../../doctor/check.ts";
import { checks } from "../../doctor/checks.ts";
import { type CheckedFinding, examine } from "../../doctor/examine.ts";
import { gatherFacts } from "../../doctor/facts.ts";
import { addExamples } from "../../examples.ts";
import { exitCodes } from "../../exit-codes.ts";
import { invocation } from "../../invocation.ts";
import { jsonOption } from "../../print/json-option.ts";
import { plural } from "../../print/plural.ts";
import { print, printJson } from "../../print/print.ts";
import { printable } from "../../print/printable.ts";
import { style } from "../../print/style.ts";

export function define(command: Command): void {
  command
    .summary("Check this machine, the gateway and what is connected, and say how to fix problems")
    .description(
      "Check Node, disk, clock, home, database, secret, port, addresses, sources, connections, endpoints and clients. Each problem comes with its fix. Nothing is changed. The exit code is 1 if there is a problem.",
    )
    .option(...jsonOption)
    .action(async ({ json }) => {
      const findings = await examine(checks, await gatherFacts(invocation()));
      const hasProblem = findings.some(({ level }) => level === "problem");
      if (json) printJson({ ok: !hasProblem, findings });
      else show(findings);
      invocation().exitCode = hasProblem ? exitCodes.failed.code : exitCodes.ok.code;
    });
  addExamples(command, "toolshed doctor", "toolshed doctor --json");
}

const marks: Readonly<Record<Level, { mark: string; color: "green" | "yellow" | "red" | "dim" }>> = {
  ok: { mark: "✓", color: "green" },
  warning: { mark: "!", color: "yellow" },
  problem: { mark: "✗", color: "red" },
  skipped: { mark: "–", color: "dim" },
};

function show(findings: readonly CheckedFinding[]): void {
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { check, level, message, fix } of findings) {
    const { mark, color } = marks[level];
    print(`${style(color, mark)} ${check.padEnd(width)}  ${printable(message)}`);
    if (fix !== undefined) print(`  ${" ".repeat(width)}  Fix: ${printable(fix)}`);
  }
  const count = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  const found = [
    ...(count("problem") > 0 ? [plural(count("problem"), "problem")] : []),
    ...(count("warning") > 0 ? [plural(count("warning"), "warning")] : []),
  ];
  print(`\n${found.length > 0 ? `${found.join(", ")}.` : "Everything looks good."}`);
}
