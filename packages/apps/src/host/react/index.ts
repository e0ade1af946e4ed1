export { AppFrame, type AppFrameProps } from "./app-frame.ts";
