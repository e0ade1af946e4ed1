import { App, AppProvider, useApp, useAppTool, useToolResult } from "@toolshed/apps/react";
import { useState } from "react";
import { mount } from "./mount.tsx";

function Result() {
  const { app, isConnected } = useApp();
  const { status } = useToolResult();
  useAppTool({ name: "ping-view" }, () => ({ content: [{ type: "text", text: "pong" }] }));
  return <p>{`${app === instance} ${isConnected} ${status}`}</p>;
}

function Page() {
  const [isMounted, setMounted] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setMounted(!isMounted)}>
        Mount
      </button>
      <button type="button" onClick={() => instance.close()}>
        Close
      </button>
      {isMounted && (
        <AppProvider app={instance}>
          <Result />
        </AppProvider>
      )}
    </>
  );
}

const instance = new App({ name: "instance", version: "1.0.0" }, { tools: { listChanged: true } });
// The provider finds it in the middle of the handshake.
instance.connect().catch(console.error);
mount(<Page />);
