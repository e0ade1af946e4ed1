import {
  AppProvider,
  useCallServerTool,
  useHostContext,
  useSuspenseToolResult,
  useToolInput,
  useToolResult,
} from "@toolshed/apps/react";
import { Suspense, useEffect, useRef } from "react";
import { Catch, expectErrors, mount } from "./mount.tsx";

/** The text of a result, if it has any. */
const textOf = (result: { content: { type: string; text?: unknown }[] } | undefined) =>
  result?.content[0]?.text;

function Input() {
  const { input, isComplete } = useToolInput<{ city: string; days: number }>();
  return (
    <p>
      input {JSON.stringify(input)} {isComplete ? "complete" : "partial"}
    </p>
  );
}

function Outcome() {
  const { status, result, reason } = useToolResult();
  return <p>{`outcome ${status} ${reason ?? textOf(result)}`}</p>;
}

function Suspended() {
  const result = useSuspenseToolResult<{ rows: number }>();
  return <p>{`suspended until ${textOf(result)}, ${result.structuredContent?.rows} rows`}</p>;
}

/** Selects an object that is new with each call, and counts how often it is shown. */
function Modes() {
  const shown = useRef(0);
  const { modes, theme } = useHostContext(({ availableDisplayModes = [], theme }) => ({
    modes: new Set(availableDisplayModes).size,
    theme,
  }));
  useEffect(() => {
    shown.current++;
  });
  return (
    <>
      <p>{`${modes} modes in ${theme}`}</p>
      <Shown count={() => shown.current} />
    </>
  );
}

function Shown({ count }: { count: () => number }) {
  const ref = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={ref} />
      <button
        type="button"
        onClick={() => {
          if (ref.current) ref.current.textContent = `shown ${count()}`;
        }}
      >
        Shown
      </button>
    </>
  );
}

function Locale() {
  return <p>{`locale ${useHostContext().locale ?? "unknown"}`}</p>;
}

function Calls() {
  const { call, data, error, isPending } = useCallServerTool<undefined, { id: string }>("lookup");
  useEffect(() => {
    call({ id: "early" }).catch(console.error);
  }, [call]);
  return (
    <>
      <p>{`call ${isPending ? "pending" : "settled"}, data ${textOf(data)}, error ${error?.message}`}</p>
      {["one", "two"].map((id) => (
        <button type="button" key={id} onClick={() => call({ id })}>
          {`Call ${id}`}
        </button>
      ))}
    </>
  );
}

expectErrors(/out of rows|The above error occurred in the <Suspended> component/);
mount(
  <AppProvider appInfo={{ name: "data", version: "1.0.0" }} strict>
    <Input />
    <Outcome />
    <Catch>
      <Suspense fallback={<p>suspended</p>}>
        <Suspended />
      </Suspense>
    </Catch>
    <Modes />
    <Locale />
    <Calls />
  </AppProvider>,
);
