import { describe, expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

const answer = (body: BodyInit | null, contentType: string, init: ResponseInit = {}) =>
  readAnswer(new Response(body, { headers: { "content-type": contentType }, ...init }), "Shop");

test.each<[string, BodyInit | null, string, unknown]>([
  ["JSON", '{"a":[1]}', "application/json; charset=utf-8", { a: [1] }],
  ["a kind of JSON", "[1]", "application/problem+json", [1]],
  ["a text", "hello", "text/plain", "hello"],
  ["XML", "<a/>", "application/xml", "<a/>"],
  [
    "bytes",
    "bytes",
    "image/png",
    { data: Buffer.from("bytes").toString("base64"), contentType: "image/png" },
  ],
  ["nothing", null, "application/json", undefined],
])("%s", async (_, body, contentType, expected) => {
  expect(await answer(body, contentType)).toEqual(expected);
});

test("what is called JSON and is none is told", async () => {
  await expect(answer("<html>", "application/json")).rejects.toThrow(
    "Shop API error: the answer is not the JSON",
  );
});

describe("an error", () => {
  const failing = (body: string, contentType = "application/json") =>
    answer(body, contentType, {
      status: 401,
      statusText: "Unauthorized",
      headers: { "content-type": contentType },
    });

  test.each([
    ['{"message":"Bad key"}', "Shop API error 401: Unauthorized (Bad key)"],
    ['{"error":{"message":"Bad key"}}', "Shop API error 401: Unauthorized (Bad key)"],
    ['{"errors":[{"detail":"Bad\\nkey\\u202e"}]}', "Shop API error 401: Unauthorized (Bad key)"],
    ['{"code":7}', "Shop API error 401: Unauthorized"],
    ["no json", "Shop API error 401: Unauthorized"],
  ])("%s is %s", async (body, message) => {
    await expect(failing(body)).rejects.toThrow(new Error(message));
  });

  test("leaves out pages and long texts", async () => {
    await expect(failing("<html>Sign in</html>", "text/html")).rejects.toThrow(
      new Error("Shop API error 401: Unauthorized"),
    );
    const long = await failing("x".repeat(10_000), "text/plain").catch((error: Error) => error.message);
    expect(String(long).length).toBeLessThan(400);
  });

  test.each([
    ["", 429, "Shop API error 429: Too Many Requests"],
    ["Because", 401, "Shop API error 401: Unauthorized"],
    ["Enhance your calm", 420, "Shop API error 420: Enhance your calm"],
    ["", 420, "Shop API error 420"],
  ])("with the words %j for %i is %s", async (statusText, status, message) => {
    await expect(answer("", "text/plain", { status, statusText })).rejects.toThrow(new Error(message));
  });

  test.each([
    ["120", "Shop API error 429: Too Many Requests (slow down); try again in 120 s"],
    ["soon", "Shop API error 429: Too Many Requests (slow down)"],
  ])("that asks to wait (%s) says how long", async (retryAfter, message) => {
    const headers = { "content-type": "text/plain", "retry-after": retryAfter };
    await expect(answer("slow down", "", { status: 429, headers })).rejects.toThrow(new Error(message));
  });
});
