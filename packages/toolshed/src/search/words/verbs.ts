/** What a tool does to a thing, and what a request wants done. */
export type VerbKind = "create" | "read" | "list" | "update" | "delete" | "act";

/**
 * Verbs that say nothing but their kind: tools use one in place of another, so the kind counts and the word itself
 * counts less.
 */
const plainVerbs: Partial<Record<VerbKind, string>> = {
  create: "create add make insert generate produce build compose write draft open file register put",
  read: "get read show view display retrieve fetch see describe check inspect know obtain access",
  list: "list find search browse enumerate lookup look query discover locate",
  update:
    "update edit modify change alter patch revise set adjust configure mark rename replace close finish complete",
  delete: "delete remove erase destroy drop purge discard clear unset",
};

/** Verbs with a meaning of their own. */
const tellingVerbs: Partial<Record<VerbKind, string>> = {
  create:
    "post publish upload import invite schedule book reserve fork clone copy duplicate attach log leave comment",
  read: "download export count compare preview",
  update: "assign move transfer reopen enable disable activate deactivate lock unlock archive unarchive",
  delete: "revoke uninstall unstar unpin unfollow unassign trash",
  act: `accept apply approve reject commit block cancel charge confirm connect convert decline deploy dismiss execute follow install join link login
    logout merge pause pay pin play purchase react refresh refund reply request rerun resend reset restart restore resume retry
    run save send share skip star start stop submit subscribe sync trigger unblock unsubscribe validate verify void watch`,
};

function toMap(rows: Partial<Record<VerbKind, string>>): ReadonlyMap<string, VerbKind> {
  return new Map(
    Object.entries(rows).flatMap(([kind, verbs]) =>
      verbs.split(/\s+/).map((verb) => [verb, kind as VerbKind] as const),
    ),
  );
}

const plain = toMap(plainVerbs);
const telling = toMap(tellingVerbs);

/** The kind of a verb in its base form: `restoration` and `openings` are none. */
export const verbKindOf = (word: string): VerbKind | undefined => plain.get(word) ?? telling.get(word);
export const isPlainVerb = (word: string): boolean => plain.has(word);

/** Words with which a question begins. */
const questionWords = new Set("what which who whose where when why how is are do does did".split(" "));
/** With "me" or "us" after them they ask for something to read. */
const askedFor = new Set(["give", "tell", "send"]);
/** What comes before the verb of a request, as in "could you please" and "I want to". */
const openings = new Set(
  `a also an and can could first finally go help hey hi i id if just kindly lets like love me my need next now ok
  please should someone the then to try us want wanna we will would you`.split(/\s+/),
);

/** The kind of what a sentence asks for, and where its verb is. Nothing if it begins with no verb that we know. */
export function kindOfRequest(words: readonly string[]): { kind: VerbKind; verbAt: number } | undefined {
  for (const [at, word] of words.entries()) {
    if (questionWords.has(word) && words.length > at + 1) return { kind: reading(words), verbAt: -1 };
    if (askedFor.has(word) && ["me", "us"].includes(words[at + 1] ?? ""))
      return { kind: reading(words), verbAt: at };
    const kind = verbKindOf(word);
    if (kind) return { kind: kind === "read" ? reading(words) : kind, verbAt: at };
    if (!openings.has(word)) return undefined;
  }
  return undefined;
}

/** Reading several things is listing them. */
const reading = (words: readonly string[]): VerbKind => (words.some(isPlural) ? "list" : "read");
const isPlural = (word: string): boolean => /[^aius]s$/.test(word) && word.length > 3 && !notPlural.has(word);
const notPlural = new Set("does always address access this news details".split(" "));

const isReading = (kind: VerbKind): boolean => kind === "read" || kind === "list";

/** How well a tool of one kind serves a request of another: 1 the same, -1 the opposite. */
export function agreementOf(tool: VerbKind, request: VerbKind): number {
  if (tool === request) return 1;
  if (isReading(tool) || isReading(request)) return isReading(tool) && isReading(request) ? 0.6 : -1;
  if (tool === "act" || request === "act") return 0.3;
  return tool === "delete" || request === "delete" ? -1 : -0.2;
}
