import { execFileSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { type CopiedCall, toCallTool, toCurl, toScript } from "./copy-as.ts";

const hostile = [
  `'; touch /tmp/owned; echo '`,
  "$(id) `id` $HOME !! \\",
  "line\nbreak\r\ttab \u0000 \u001b[201~ \u009b31m",
  "\u202eright to left\u2066 \u2028 \u2029 zero\u200bwidth \ufeff \u{e0041}",
  `"double" \\" end`,
  "*/ } ) ; `$" + "{1}`",
];

describe("a call, copied", () => {
  const call: CopiedCall = {
    path: "every-thing.get's.list",
    args: {
      ...Object.fromEntries(hostile.map((text, place) => [`a${place}`, text])),
      ...Object.fromEntries(hostile.map((text) => [text, [text, { nested: text }, null, 1.5, true]])),
      ...JSON.parse('{"__proto__": {"polluted": true}}'),
    },
    connection: hostile[0],
  };

  test("for call_tool, is its JSON", () => {
    expect(JSON.parse(toCallTool(call))).toEqual({
      path: call.path,
      arguments: call.args,
      connection: call.connection,
    });
    expect(JSON.parse(toCallTool({ path: "a.b", args: {} }))).toEqual({ path: "a.b", arguments: {} });
  });

  test("for curl, reaches it as it is through a real shell, and has no token in it", () => {
    const command = toCurl(call, "http://127.0.0.1:7420");
    const script = `curl() { printf '%s\\0' "$@"; }; TOOLSHED_TOKEN='the "token"'; ${command}`;
    const [, url, , authorization, , , , body] = execFileSync("sh", ["-c", script]).toString().split("\0");
    expect(url).toBe("http://127.0.0.1:7420/api/v1/agent/tools/every-thing.get's.list/call");
    expect(authorization).toBe('Authorization: Bearer the "token"');
    expect(JSON.parse(body ?? "")).toEqual({ arguments: call.args, connection: call.connection });
  });

  test("for run, is TypeScript that calls the tool with the same arguments", async () => {
    const calls: unknown[] = [];
    const tools = { "every-thing": { "get's": { list: (...given: unknown[]) => calls.push(given) } } };
    await runInNewContext(`(async () => { ${toScript(call)} })()`, { tools });
    expect(JSON.parse(JSON.stringify(calls))).toEqual(
      JSON.parse(JSON.stringify([[call.args, { connection: call.connection }]])),
    );
    expect(toScript({ path: "samples.notes.list", args: {} })).toBe(
      "return await tools.samples.notes.list();",
    );
    expect(toScript({ path: "a.b", args: { limit: 5 } })).toBe("return await tools.a.b({ limit: 5 });");
  });

  test("shows no character that a terminal acts on or hides", () => {
    for (const text of [toCallTool(call), toCurl(call, "http://x"), toScript(call)])
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
