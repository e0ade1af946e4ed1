import { useState } from "react";
import { useApp, useDocumentTheme, useHostStyles } from "../../../peers/ext-apps-2.0-react.ts";
import { mount } from "./mount.tsx";

/** A View on the reference's own hooks. */
function View() {
  const [text, setText] = useState("nothing");
  const { app, isConnected } = useApp({
    appInfo: { name: "reference", version: "1.0.0" },
    capabilities: { tools: { listChanged: true } },
    onAppCreated: (created) => {
      created.ontoolresult = ({ content }) => {
        const block = content[0];
        if (block?.type === "text") setText(block.text);
      };
      created.registerTool("get-text", {}, () => ({ content: [{ type: "text", text: "of the reference" }] }));
    },
  });
  const theme = useDocumentTheme();
  useHostStyles(app, app?.getHostContext());
  const callServer = async () => {
    const result = await app?.callServerTool({ name: "lookup", arguments: { id: "reference" } });
    const block = result?.content[0];
    if (block?.type === "text") setText(block.text);
  };
  return (
    <>
      <p>{isConnected ? `${theme} ${text}` : "connecting"}</p>
      <button type="button" onClick={callServer}>
        Call
      </button>
    </>
  );
}

mount(<View />);
