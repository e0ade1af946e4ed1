import { worldDeclarations } from "./declarations.ts";
import { createSchedule } from "./sandbox/schedule.ts";
import type { TypeChecker, TypeProblem } from "./type-checker.ts";

export interface Checker {
  check(userId: string, script: string, declarations: string): Promise<TypeProblem[] | undefined>;
  close(): void;
}

const lanes = 2;

/** Several type checkers, each started when it is first needed: a check that takes long holds up only its own user. */
export function createChecker(): Checker {
  const schedule = createSchedule(lanes);
  const all: TypeChecker[] = [];
  const idle: TypeChecker[] = [];
  const never = new AbortController().signal;

  async function take(): Promise<TypeChecker> {
    const waiting = idle.pop();
    if (waiting) return waiting;
    const { createTypeChecker } = await import("./type-checker.ts");
    const started = createTypeChecker(worldDeclarations);
    all.push(started);
    return started;
  }

  return {
    async check(userId, script, declarations) {
      const place = await schedule.enter(userId, never);
      if (!place) return undefined;
      const checker = await take();
      const problems = await checker.check(script, declarations);
      idle.push(checker);
      place.leave(problems === undefined);
      return problems;
    },
    close() {
      for (const checker of all) checker.close();
    },
  };
}
