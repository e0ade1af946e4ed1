import { closeScene, openScene, type Scene, type Setup, type Stage } from "./scene.ts";

/** One behaviour, seen from outside: the same for every View and every host, but for the known differences. */
export interface Case {
  name: string;
  setup?: Setup;
  run(scene: Scene): Promise<unknown>;
  expected: unknown;
}

/** What a case showed, as plain JSON, so that it can leave a page. */
export async function runCase(stage: Stage, { setup, run }: Case): Promise<unknown> {
  const scene = await openScene(stage, setup);
  try {
    const outcome = await Promise.race([run(scene), giveUp(10_000)]);
    return outcome === undefined ? null : JSON.parse(JSON.stringify(outcome));
  } catch (error) {
    return { threw: String((error as Error)?.message ?? error) };
  } finally {
    await closeScene(scene);
  }
}

// A case that waits for what never comes is an outcome too, and must not cost the whole test's time.
function giveUp(afterMs: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, afterMs, "did not end"));
}
