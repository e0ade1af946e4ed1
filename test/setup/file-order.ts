import { BaseSequencer, type TestSpecification } from "vitest/node";
import { nameOf, readDurations } from "./durations.ts";

/**
 * Starts long files early, so that no worker is left with one at the end. Files with a browser compute most of their time and
 * others mostly wait, so both kinds run side by side from the beginning to the end.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations();
    const timed = files.map((file) => {
      const name = nameOf(file.moduleId);
      // A file that is new may take long.
      return { file, hasBrowser: name.startsWith("test/browser/"), seconds: durations[name] ?? 60 };
    });
    return [true, false]
      .flatMap((hasBrowser) => toMoments(timed.filter((one) => one.hasBrowser === hasBrowser)))
      .sort((one, other) => one.moment - other.moment)
      .map(({ file }) => file);
  }
}

/** Adds when each file would start, from 0 to 1 of the run, if only these ran, longest first. */
function toMoments<Timed extends { seconds: number }>(files: Timed[]): (Timed & { moment: number })[] {
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
  let before = 0;
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .map((one) => {
      const moment = before / total;
      before += one.seconds;
      return { ...one, moment };
    });
}
