import { worldDeclarations } from "./declarations.ts";
import { createSchedule } from "./sandbox/schedule.ts";
import { createTypeChecker, type TypeChecker, type TypeProblem } from "./type-checker.ts";

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

  function take(): TypeChecker {
    const checker = idle.pop() ?? createTypeChecker(worldDeclarations);
    if (!all.includes(checker)) all.push(checker);
    return checker;
  }

  return {
    async check(userId, script, declarations) {
      const place = await schedule.enter(userId, never);
      if (!place) return undefined;
      const checker = take();
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
