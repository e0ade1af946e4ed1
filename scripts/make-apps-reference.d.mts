interface Documented {
  name: string;
  comment: string;
}

interface Entry {
  entry: string;
  items: (Documented & { kind: string; signatures: string[]; members: Documented[]; from?: string })[];
}

export function readReference(folder?: string): Entry[];
export function listNames(reference: Entry[]): Documented[];
export function findUndocumented(reference: Entry[]): string[];
export function renderReference(reference: Entry[]): string;
