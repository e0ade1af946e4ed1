/**
 * How far a person is with the checklist, in this browser. The gateway needs not know: elsewhere the checklist is hidden
 * anyway as soon as there are calls.
 */
type SetupState = "started" | "dismissed" | null;

const keyOf = (userId: string) => `toolshed.setup.${userId}`;

export const readSetup = (userId: string): SetupState => {
  try {
    return localStorage.getItem(keyOf(userId)) as SetupState;
  } catch {
    return null;
  }
};

export const writeSetup = (userId: string, state: NonNullable<SetupState>): void => {
  try {
    localStorage.setItem(keyOf(userId), state);
  } catch {
    // The browser keeps nothing: the checklist is shown until there are calls.
  }
};
