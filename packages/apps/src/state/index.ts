export { type ViewState, type ViewStateOptions, viewState } from "./view-state.ts";
