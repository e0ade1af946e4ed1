import { SdkHttpError } from "@modelcontextprotocol/client";

/** How a server answers that does not know the transport. */
const unknownStatuses = [400, 404, 405];

/** Connects by the first way that the server knows. Rejects with what was wrong with the first one of all. */
export async function tryInTurn<Way, T>(ways: readonly Way[], connect: (way: Way) => Promise<T>): Promise<T> {
  const [first, ...others] = ways;
  try {
    return await connect(first as Way);
  } catch (error) {
    if (others.length === 0 || !isUnknown(error)) throw error;
    return tryInTurn(others, connect).catch(() => {
      throw error;
    });
  }
}

function isUnknown(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some(
    (one) => one instanceof SdkHttpError && unknownStatuses.includes(one.status ?? 0),
  );
}
