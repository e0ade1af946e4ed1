const maxLength = 200;
const minLikeness = 0.3;
const codes = 128;

/** The paths that look most like the wanted one, best first: what a person or a model may have meant. */
export function nearestPaths(wanted: string, paths: readonly string[], limit = 3): string[] {
  const compare = createComparison(wanted);
  const best: { path: string; likeness: number }[] = [];
  for (const path of paths) {
    const likeness = compare(path);
    if (likeness <= minLikeness || likeness < (best[limit - 1]?.likeness ?? 0)) continue;
    best.push({ path, likeness });
    best.sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1));
    best.length = Math.min(best.length, limit);
  }
  return best.map(({ path }) => path);
}

/**
 * Dice's coefficient: the share of pairs of letters that both have. It is made for tens of thousands of paths: pairs
 * are numbers, and what was seen is marked in an array that is never cleared.
 */
function createComparison(wanted: string): (path: string) => number {
  const seen = new Uint32Array(codes * codes);
  const isWanted = new Uint8Array(codes * codes);
  let round = 0;

  function countPairs(text: string, onPair: (pair: number) => void): number {
    round += 1;
    let distinct = 0;
    let before = dot;
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) % codes : dot;
      const pair = before * codes + code;
      before = code;
      if (seen[pair] === round) continue;
      seen[pair] = round;
      distinct += 1;
      onPair(pair);
    }
    return distinct;
  }

  const plain = (text: string) => text.slice(0, maxLength).toLowerCase();
  const wantedCount = countPairs(plain(wanted), (pair) => {
    isWanted[pair] = 1;
  });
  return (path) => {
    let shared = 0;
    const count = countPairs(plain(path), (pair) => {
      shared += isWanted[pair] as number;
    });
    return (2 * shared) / (wantedCount + count);
  };
}

const dot = ".".charCodeAt(0);
