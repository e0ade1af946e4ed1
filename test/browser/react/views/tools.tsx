import { AppProvider, useApp, useAppTool, useAppTools, useRegisterTool } from "@toolshed/apps/react";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "../../../peers/zod.ts";
import { Catch, expectErrors, mount } from "./mount.tsx";

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

function Switch({ name, children }: { name: string; children: ReactNode }) {
  const [isOn, setOn] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOn(!isOn)}>
        {name}
      </button>
      {isOn && <Catch>{children}</Catch>}
    </>
  );
}

/** A tool whose handler, schema and settings are new with each render. */
function Counter() {
  const [count, setCount] = useState(0);
  const [isEnabled, setEnabled] = useState(true);
  useAppTool(
    {
      name: "get-count",
      description: "The count",
      enabled: isEnabled,
      inputSchema: z.object({ plus: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ plus }) => text(`count ${count + plus}`),
  );
  return (
    <>
      <p>count is {count}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Count
      </button>
      <button type="button" onClick={() => setEnabled(!isEnabled)}>
        Toggle
      </button>
    </>
  );
}

function List() {
  const [names, setNames] = useState<string[]>([]);
  useAppTools(names.map((name) => ({ name, handler: () => text(`${name} of ${names.length}`) })));
  return (
    <button
      type="button"
      onClick={() => setNames(names.length < 3 ? [...names, `item-${names.length}`] : ["item-2"])}
    >
      List
    </button>
  );
}

function Static() {
  useAppTools({
    tools: [
      {
        name: "static-a",
        description: "A",
        inputSchema: { type: "object", properties: { x: { type: "number" } } },
      },
      { name: "static-b" },
    ],
    onCallTool: ({ name, arguments: args }) => text(`${name} ${JSON.stringify(args ?? null)}`),
  });
  return null;
}

/** As the hook's documentation elsewhere shows it, without any cleanup. */
function Registering() {
  const registerTool = useRegisterTool();
  const [word, setWord] = useState("one");
  useEffect(() => {
    registerTool("registered", { description: word }, () => text(word));
  }, [registerTool, word]);
  return (
    <button type="button" onClick={() => setWord("two")}>
      Word
    </button>
  );
}

function Named({ name, answer }: { name: string; answer: string }) {
  useAppTool({ name }, () => text(answer));
  return null;
}

function Moving() {
  const [isSwapped, setSwapped] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setSwapped(true)}>
        Swap
      </button>
      <Named name={isSwapped ? "right" : "left"} answer="first" />
      <Named name={isSwapped ? "left" : "right"} answer="second" />
    </>
  );
}

function View() {
  const { isConnected } = useApp();
  if (!isConnected) return <p>connecting</p>;
  return (
    <>
      <p>connected</p>
      <Switch name="Counter">
        <Counter />
      </Switch>
      <Switch name="Lists">
        <List />
      </Switch>
      <Switch name="Static">
        <Static />
      </Switch>
      <Switch name="Registering">
        <Registering />
      </Switch>
      <Switch name="Twin">
        <Named name="get-count" answer="twin" />
      </Switch>
      <Switch name="Moving">
        <Moving />
      </Switch>
    </>
  );
}

expectErrors(/already registered|The above error occurred in the <Named> component/);
mount(
  <AppProvider appInfo={{ name: "tools", version: "1.0.0" }} capabilities={{}}>
    <View />
  </AppProvider>,
);
