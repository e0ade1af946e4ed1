import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node";
import { type Durations, nameOf, readDurations } from "./durations.ts";

const plainEveryMs = 20_000;
const terminalEveryMs = 1_000;
const slowestShown = 10;
/** Assumed for a file that has never run. */
const guessedSeconds = 2;

/** Shows failures as they happen and one line of progress, and at the end what failed and which files took longest. */
export default class ProgressReporter implements Reporter {
  #vitest: Vitest | undefined;
  #expected: Durations = {};
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, number>();
  readonly #durations: Record<string, number> = {};
  readonly #failures: string[] = [];
  readonly #skipped: string[] = [];
  #passed = 0;
  #files = 0;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#expected = readDurations();
  }

  onTestRunStart(files: ReadonlyArray<TestSpecification>): void {
    this.#startedAt = Date.now();
    this.#files = files.length;
    for (const { moduleId } of files) this.#waiting.add(nameOf(moduleId));
    this.#timer = setInterval(() => this.#show(), process.stdout.isTTY ? terminalEveryMs : plainEveryMs);
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    const name = nameOf(moduleId);
    this.#waiting.delete(name);
    this.#running.set(name, Date.now());
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "passed") this.#passed += 1;
    else if (state === "skipped") this.#skipped.push(titleOf(test));
    else if (state === "failed") this.#fail(titleOf(test), errors);
  }

  onTestModuleEnd(module: TestModule): void {
    const name = nameOf(module.moduleId);
    const seconds = (Date.now() - (this.#running.get(name) ?? Date.now())) / 1_000;
    this.#durations[name] = Math.round(seconds * 10) / 10;
    this.#running.delete(name);
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    for (const error of [...module.errors(), ...suites]) this.#fail(name, [error]);
  }

  onTestRunEnd(_: unknown, unhandled: ReadonlyArray<{ message: string }>): void {
    clearInterval(this.#timer);
    this.#erase();
    for (const error of unhandled) this.#fail("outside of any test", [error]);
    this.#list("Failed", this.#failures);
    const slowest = Object.entries(this.#durations).sort(([, one], [, other]) => other - one);
    const report = process.env.TOOLSHED_TEST_REPORT;
    if (report) {
      const counts = { passed: this.#passed, failed: this.#failures.length, skipped: this.#skipped };
      writeFileSync(report, JSON.stringify({ ...counts, durations: this.#durations }));
    }
    this.#list(
      "Slowest files",
      slowest.slice(0, slowestShown).map(([name, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${name}`),
    );
  }

  #fail(title: string, errors: ReadonlyArray<unknown> | undefined): void {
    this.#failures.push(title);
    this.#erase();
    process.stdout.write(`\nfailed: ${title}\n`);
    for (const error of errors ?? []) this.#vitest?.logger.printError(error, { fullStack: false });
  }

  #list(title: string, lines: readonly string[]): void {
    if (lines.length > 0) process.stdout.write(`\n${title}:\n${lines.map((line) => `  ${line}\n`).join("")}`);
  }

  #show(): void {
    const done = this.#files - this.#waiting.size - this.#running.size;
    const line = [
      `${done} of ${this.#files} files`,
      `${this.#passed} passed`,
      ...(this.#failures.length > 0 ? [`${this.#failures.length} failed`] : []),
      this.#timeLeft(done),
      [...this.#running.keys()].map((name) => name.replace(/\.test\.ts$/, "")).join(", "),
    ].join(" · ");
    if (!process.stdout.isTTY) process.stdout.write(`${line}\n`);
    else process.stdout.write(`\r\u001b[2K${line.slice(0, (process.stdout.columns ?? 100) - 1)}`);
  }

  /** Estimates from the last run's durations and from how this run compares with it so far. */
  #timeLeft(done: number): string {
    const expected = (name: string) => this.#expected[name] ?? guessedSeconds;
    const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + expected(name), 0);
    const elapsed = (Date.now() - this.#startedAt) / 1_000;
    const finished = sum(Object.keys(this.#durations));
    if (done === 0 || finished === 0) return "estimating the time left";
    const left = (elapsed / finished) * (sum(this.#waiting) + sum(this.#running.keys()) / 2);
    return left < 60 ? "less than a minute left" : `about ${Math.round(left / 60)} min left`;
  }

  #erase(): void {
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K");
  }
}

const titleOf = (test: TestCase): string => `${nameOf(test.module.moduleId)} > ${test.fullName}`;
