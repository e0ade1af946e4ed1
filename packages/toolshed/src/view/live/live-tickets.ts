import { createSignedTexts } from "../../home/signed-texts.ts";
import type { LiveView } from "./live-state.ts";

/** What a ticket opens: to receive the calls for one View, as one page has it open, and to answer them. */
export interface LivePass extends Pick<LiveView, "id" | "showing" | "instance"> {
  readonly userId: string;
}

/** Tickets for the stream of an open View, by which its page is known without any other credential. */
export type LiveTickets = ReturnType<typeof createLiveTickets>;

const lifeMs = 15 * 60 * 1000;

export function createLiveTickets(key: Buffer | string, now: () => number = Date.now) {
  const texts = createSignedTexts(key);

  function read(kind: string, signed: string): readonly string[] | undefined {
    const [written, until, ...parts] = (texts.read(signed) ?? []) as [string?, number?, ...string[]];
    return written === kind && until !== undefined && until > now() ? parts : undefined;
  }

  return {
    issue({ id, showing, instance, owner }: LiveView): { ticket: string; lane: string } {
      const until = now() + lifeMs;
      return {
        ticket: texts.write(["ticket", until, id, showing, instance, owner.userId]),
        lane: texts.write(["lane", until, owner.userId]),
      };
    },

    read(ticket: string): LivePass | undefined {
      const [id, showing, instance, userId] = read("ticket", ticket) ?? [];
      return id && showing && instance && userId ? { id, showing, instance, userId } : undefined;
    },

    /**
     * The person whose View a URL is for. It is in the URL, and so known before the body is read: it decides in whose
     * share of the gateway the request counts, and opens nothing.
     */
    readLane: (lane: string): string | undefined => read("lane", lane)?.[0],
  };
}
