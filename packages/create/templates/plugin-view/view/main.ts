import "./style.css";
import { createView } from "./view.ts";

await createView(document.body).connect();
