import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ConsentPage } from "./consent/consent-page.tsx";
import { Dashboard } from "./dashboard.tsx";
import "./style.css";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>{location.pathname === "/consent" ? <ConsentPage /> : <Dashboard />}</StrictMode>,
  );
}
