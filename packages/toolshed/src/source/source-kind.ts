import type { AuthProvider } from "@toolshed/sdk";
import type { z } from "zod";
import type { Authorizer } from "../credential/authorizer.ts";
import { describeIssues } from "../json/describe-issues.ts";
import { UserError } from "../user-error.ts";
import type { RejectedTools, ToolChange, ToolSnapshots, Trust } from "./review/review.ts";
import type { ReviewedTool } from "./review/reviewed-tool.ts";
import type { Source, SourceCall } from "./source.ts";

/** The code of the error that a URL serves a web page, which neither kind can be made from. */
export const webPage = "web_page";

/** A source as it is stored. */
export interface SourceRecord {
  readonly id: string;
  readonly kind: string;
  /** What may be told. */
  readonly config: unknown;
  /** What may not. */
  readonly secrets: unknown;
  readonly trust: Trust;
  /** What it was found to have, in the form of its kind. Nothing if it never could be asked. */
  readonly found: unknown;
  readonly snapshots: ToolSnapshots;
  readonly rejected: RejectedTools;
  readonly createdBy: string;
  readonly createdAt: number;
  /** Grows with each change of what is stored. */
  readonly revision: number;
  readonly lastEnd?: LastEnd | undefined;
}

/** Why the connection to a source's server last ended, without being asked to. */
export interface LastEnd {
  /** In words that continue the source's id, without secrets. */
  readonly reason: string;
  readonly at: number;
}

/** What turns records of one kind into sources. */
export interface SourceKind {
  /** Rejects, with the next step, what cannot be such a source. May find in the config itself what the source has. */
  check(
    config: unknown,
    secrets: unknown,
  ): Pick<SourceRecord, "config" | "secrets"> & Partial<Pick<SourceRecord, "found">>;
  /**
   * The same for a stored source that gets another config. A secret given as `null` stays what it is. Rejects where a
   * secret would go to another place than the one it was given for.
   */
  change(
    record: SourceRecord,
    config: unknown,
    secrets: unknown,
  ): Pick<SourceRecord, "config" | "secrets"> & Partial<Pick<SourceRecord, "found">>;
  /** The names of its secrets, which tell nothing about their values. */
  secretNames(secrets: unknown): SecretNames;
  /** Where people's credentials are sent: with another config that is elsewhere, they have to connect again. */
  destination(config: unknown): string;
  /** The config as an admin may see it. Absent where all of it may be seen. */
  shownConfig?(config: unknown): unknown;
  /** Whether a source of this config runs a program on this machine. Absent where none does. */
  runsProgram?(config: unknown): boolean;
  /**
   * Looks at a new one, and may add to its config. `found` is nothing where a person has to connect it first. Rejects,
   * with the next step, if it cannot be reached.
   */
  inspect(
    record: SourceRecord,
    open: OpenSource,
    call: SourceCall,
  ): Promise<Pick<SourceRecord, "config" | "found">>;
  /** Asks nobody: a source whose server is away opens too. */
  open(record: SourceRecord, options: OpenOptions): Promise<OpenSource>;
}

export interface SecretNames {
  readonly env: readonly string[];
  readonly headers: readonly string[];
}

export interface OpenOptions {
  /** Called with what the source is found to have whenever that may have changed. */
  onFound(found: unknown): void;
  /** Called when the connection to its server ends without being asked to. */
  onEnd?(reason: string): void;
}

/** A source in use. */
export interface OpenSource {
  /** What it offers now: tools that wait for an admin refuse their calls. */
  readonly source: Source;
  readonly providers: readonly AuthProvider[];
  /** How people connect it, where that takes a visit to its service. */
  readonly authorizer?: Authorizer | undefined;
  readonly status: OpenStatus;
  /** The tools as they are listed now, for an admin to approve. */
  readonly snapshots: ToolSnapshots;
  /** A tool as an admin had seen it and as it is now, as far as either is known, by the name in `changes`. */
  reviewed(name: string): ReviewedTool;
  /** Takes on what is stored by now. Its config stays the same. */
  update(record: SourceRecord): Promise<void>;
  /** Asks the server what it has by now. */
  find(call: SourceCall): Promise<unknown>;
  /**
   * Takes a newer text of the document that it was made from. Absent where it was made from none. Rejects, with the next
   * step, what is no such document.
   */
  readDocument?(text: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface OpenStatus {
  /** Where it is: a command or an address, without secrets. */
  readonly target: string;
  readonly state: "stopped" | "starting" | "running" | "restarting" | "failed";
  readonly reason: string | null;
  readonly restarts: number;
  /** When the gateway restarts its server. */
  readonly restartInMs?: number;
  /** What its program has last written about itself. */
  readonly stderr: readonly string[];
  readonly changes: readonly ToolChange[];
  /** What is odd about its tools. */
  readonly flags: readonly { readonly name: string; readonly flags: readonly string[] }[];
  /** Whether it was read from a file, which has to be given again to see what has changed. */
  readonly fromFile?: boolean;
}

/** The secrets that were given, with the stored values where `null` was given. */
export function keepSecrets(
  given: Readonly<Record<string, string | null>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(given).map(([name, value]) => {
    if (value === null && !Object.hasOwn(stored, name))
      throw new UserError(`Enter the value of ${name} again: it was given for another address.`);
    return [name, value ?? stored[name]] as [string, string];
  });
  return Object.fromEntries(kept);
}

/** What a person gave for a source, or a `UserError` that says what is wrong with it. */
export function parseGiven<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new UserError(`${describeIssues(parsed.error.issues)}.`);
}
