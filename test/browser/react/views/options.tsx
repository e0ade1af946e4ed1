import {
  type CallToolResult,
  useApp,
  useAutoResize,
  useDocumentTheme,
  useHostStyles,
} from "@toolshed/apps/react";
import { useState } from "react";
import { mount } from "./mount.tsx";

/** An App made by the component itself, with handlers set before the connection. */
function View() {
  const [result, setResult] = useState<CallToolResult>();
  const [input, setInput] = useState<Record<string, unknown>>();
  const { app, isConnected, error } = useApp({
    appInfo: { name: "options", version: "1.0.0" },
    capabilities: {},
    autoResize: false,
    onAppCreated: (created) => {
      created.ontoolresult = setResult;
      created.ontoolinput = ({ arguments: args }) => setInput(args);
    },
  });
  const theme = useDocumentTheme();
  const [isSized, setSized] = useState(false);
  useHostStyles(app, app?.getHostContext());
  useAutoResize(isSized ? app : null);
  const block = result?.content[0];
  if (error) return <p>error {error.message}</p>;
  if (!isConnected) return <p>connecting</p>;
  return (
    <>
      <p>{`${theme} ${JSON.stringify(input)} ${block?.type === "text" && block.text}`}</p>
      <p id="styled" style={{ color: "var(--color-text-primary)", fontFamily: "var(--font-sans)" }}>
        styled
      </p>
      <button type="button" onClick={() => setSized(true)}>
        Size
      </button>
    </>
  );
}

function Page() {
  const [isMounted, setMounted] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setMounted(!isMounted)}>
        Mount
      </button>
      {isMounted && <View />}
    </>
  );
}

mount(<Page />);
