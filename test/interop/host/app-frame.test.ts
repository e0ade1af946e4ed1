import { AppFrame } from "@toolshed/apps/host/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";

test("on a server, AppFrame is the empty place of a View", () => {
  const props = { html: "<h1>View</h1>", sandboxUrl: "https://views.example/sandbox", className: "view" };
  expect(renderToString(createElement(AppFrame, props))).toBe('<div class="view"></div>');
});
