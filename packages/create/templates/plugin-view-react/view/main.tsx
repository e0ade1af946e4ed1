import "./style.css";
import { AppProvider } from "@toolshed/apps/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { View } from "./view.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AppProvider appInfo={{ name: "reading-list", version: "0.1.0" }}>
        <View />
      </AppProvider>
    </StrictMode>,
  );
}
