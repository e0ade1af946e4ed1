import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { isObject, type JsonObject } from "../../json/json-object.ts";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";
import { livePath, toWire } from "../../view/live/live-requests.ts";
import type { LivePass } from "../../view/live/live-tickets.ts";
import { respond, tooManyRequestsAnswer } from "../answer.ts";
import { unknownTicket } from "../guards/admit.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import type { AppParts } from "../parts.ts";

/** Proxies end a connection on which nothing is sent for long. */
const beatMs = 15_000;

/** Where the pages that show Views receive calls of their tools, and answer them. They may be of any origin. */
export function liveRoutes({ live, liveTickets, liveStream, limits }: AppParts): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();

  /** What the ticket opens. A wrong one counts as a wrong token does. */
  async function passOf(
    context: Context<ApiEnvironment>,
    { ticket, instance }: JsonObject,
  ): Promise<LivePass | Response> {
    const pass = typeof ticket === "string" ? liveTickets.read(ticket) : undefined;
    if (pass && pass.instance === instance) return pass;
    const waitMs = await limits.misses.take(context.env.clientAddress);
    return respond(context, waitMs === undefined ? unknownTicket : tooManyRequestsAnswer(waitMs));
  }

  routes.use(`${livePath}/*`, async (context, next) => {
    await next();
    context.res.headers.set("Access-Control-Allow-Origin", "*");
  });

  routes.post(`${livePath}/:lane`, async (context) => {
    const pass = await passOf(context, await readBody(context));
    if (pass instanceof Response) return pass;
    return liveStream(
      context,
      async (stream, signal) => {
        // The page learns that it is connected before there is anything to tell.
        await stream.write(": open\n\n");
        while (!signal.aborted) {
          const batch = await live.wait(pass, signal, beatMs);
          if (batch.isLast) return;
          const hasNews = batch.calls.length + batch.cancelled.length > 0 || batch.ended;
          await stream.write(hasNews ? `data: ${JSON.stringify(toWire(batch))}\n\n` : ": nothing new\n\n");
          if (batch.ended) return;
        }
      },
      pass.userId,
    );
  });

  routes.post(`${livePath}/:lane/answers`, async (context) => {
    const body = await readBody(context);
    const pass = await passOf(context, body);
    if (pass instanceof Response) return pass;
    await live.answer(pass, body.answers);
    return context.body(null, 204);
  });

  return routes;
}

/** It is sent as text, so that browsers ask for no permission first. */
async function readBody(context: Context): Promise<JsonObject> {
  try {
    const body = parseJson(await context.req.text(), dataBounds);
    return isObject(body) ? body : {};
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new HTTPException(400, { message: `The body: ${error.message}` });
  }
}
