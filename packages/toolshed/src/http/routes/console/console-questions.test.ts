import { describe, expect, test } from "vitest";
import { type ConsoleQuestion, ConsoleQuestions } from "./console-questions.ts";

const form: ConsoleQuestion = {
  type: "form",
  message: "Your name?",
  schema: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
};

function setUp() {
  const questions = new ConsoleQuestions();
  const leaving = new AbortController();
  const asked: string[] = [];
  const ask = questions.asker("ann", leaving.signal, (id) => asked.push(id));
  return { questions, leaving, asked, ask };
}
/** Questions wait for the one before, which takes a few turns. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the questions of a call", () => {
  test("are answered by the person who started it, once, with what fits the form", async () => {
    const { questions, asked, ask } = setUp();
    const answered = ask(form);
    await turn();
    const [id = ""] = asked;
    const accept = { action: "accept", content: { name: "Ann" } } as const;
    expect(questions.answer("bea", id, accept)).toBe(false);
    expect(questions.answer("ann", "another", accept)).toBe(false);
    expect(() => questions.answer("ann", id, { action: "accept", content: { name: 5 } })).toThrow(
      "The answer does not match",
    );
    expect(questions.answer("ann", id, accept)).toBe(true);
    expect(await answered).toEqual(accept);
    expect(questions.answer("ann", id, accept)).toBe(false);
  });

  test("come one at a time, and are cancelled when the page is left", async () => {
    const { questions, leaving, asked, ask } = setUp();
    const first = ask(form);
    const second = ask({ type: "approval", message: "Allow it?" });
    await turn();
    expect(asked).toHaveLength(1);
    questions.answer("ann", asked[0] ?? "", { action: "decline" });
    expect(await first).toEqual({ action: "decline" });
    await turn();
    expect(asked).toHaveLength(2);
    leaving.abort();
    expect(await second).toEqual({ action: "cancel" });
    expect(questions.answer("ann", asked[1] ?? "", { action: "accept" })).toBe(false);
    expect(await ask(form)).toEqual({ action: "cancel" });
  });
});
