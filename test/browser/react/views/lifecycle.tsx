import { type App, AppProvider, useApp, useAppTool, useToolInput, useToolResult } from "@toolshed/apps/react";
import { useState } from "react";
import { mount } from "./mount.tsx";

let appsCreated = 0;
let resultsHandled = 0;

function handleResults(app: App): void {
  appsCreated++;
  app.ontoolresult = () => {
    resultsHandled++;
  };
}

function Results() {
  const { input, isComplete } = useToolInput<{ city: string }>();
  const { status, result } = useToolResult();
  const block = result?.content[0];
  return (
    <>
      <p>{isComplete ? `input: ${input.city}` : "no input"}</p>
      <p>{block?.type === "text" ? `${status}: ${block.text}` : status}</p>
      <p>
        apps {appsCreated}, results {resultsHandled}
      </p>
    </>
  );
}

function View() {
  const { app, isConnected, error } = useApp();
  const [isOpen, setOpen] = useState(false);
  useAppTool({ name: "get-selection", description: "What is selected" }, () => ({
    content: [{ type: "text", text: "nothing" }],
  }));
  return (
    <>
      <p>{isConnected && app && !error ? "connected" : "connecting"}</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Results />}
    </>
  );
}

mount(
  <AppProvider appInfo={{ name: "lifecycle", version: "1.0.0" }} onAppCreated={handleResults}>
    <View />
  </AppProvider>,
);
