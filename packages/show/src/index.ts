export { type CallPanelOptions, createCallPanel, type FormPart } from "./call-panel.ts";
export type { ChartPart, MarkdownPart, ShowOptions } from "./render/options.ts";
export { renderAs } from "./render/render-as.ts";
export { createResultView, type ResultView } from "./result-view.ts";
export { chooseForm, type FormHints, formsOf } from "./results/choose-form.ts";
export { findPaging, type Paging } from "./results/find-paging.ts";
export type { Form, ToolResultLike } from "./results/forms.ts";
export { formLabels } from "./texts.ts";
