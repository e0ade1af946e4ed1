import { expect, test } from "vitest";
import { buildAllowAttribute } from "./allow-attribute.ts";
import {
  getModelTools,
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
} from "./tool-ui.ts";

const withUi = (ui: object) => ({ _meta: { ui } });

test.each([
  ["the nested form", withUi({ resourceUri: "ui://a" }), "ui://a"],
  ["the flat form", { _meta: { "ui/resourceUri": "ui://b" } }, "ui://b"],
  [
    "both, the nested one wins",
    { _meta: { ui: { resourceUri: "ui://a" }, "ui/resourceUri": "ui://b" } },
    "ui://a",
  ],
  ["neither", withUi({}), undefined],
  ["no metadata", {}, undefined],
])("the URI of a tool's View: %s", (_name, tool, uri) => {
  expect(getToolUiResourceUri(tool)).toBe(uri);
});

test.each(["https://a.example", "", 1, null])(
  "throws on a URI without the ui:// scheme: %j",
  (resourceUri) => {
    expect(() => getToolUiResourceUri(withUi({ resourceUri }))).toThrow("Invalid UI resource URI");
  },
);

test.each([
  [undefined, false, false],
  [["model"], true, false],
  [["app"], false, true],
  [["model", "app"], false, false],
])("visibility %j", (visibility, modelOnly, appOnly) => {
  const tool = withUi({ visibility });
  expect(isToolVisibilityModelOnly(tool)).toBe(modelOnly);
  expect(isToolVisibilityAppOnly(tool)).toBe(appOnly);
});

test("a model sees the tools that are not for apps alone", () => {
  const tools = [
    { name: "a" },
    { name: "b", ...withUi({ visibility: ["app"] }) },
    { name: "c", ...withUi({ visibility: ["model"] }) },
  ];
  expect(getModelTools(tools).map(({ name }) => name)).toEqual(["a", "c"]);
});

test("the allow attribute names the permissions that are asked for", () => {
  expect(buildAllowAttribute({ clipboardWrite: {}, microphone: {} })).toBe("microphone; clipboard-write");
  expect(buildAllowAttribute(undefined)).toBe("");
});
