/** The height until the View asks for one. Views with a height of 100vh keep it. */
const FIRST_HEIGHT = 400;

/** The frame of the sandbox proxy, which keeps its origin but may neither open windows nor move the page it is in. */
export function createFrame(document: Document, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.referrerPolicy = "no-referrer";
  Object.assign(frame.style, { display: "block", width: "100%", height: `${FIRST_HEIGHT}px`, border: "0" });
  return frame;
}
