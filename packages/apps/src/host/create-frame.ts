/** The frame of the sandbox proxy, which keeps its origin but may neither open windows nor move the page it is in. */
export function createFrame(document: Document, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.referrerPolicy = "no-referrer";
  Object.assign(frame.style, { display: "block", width: "100%", border: "0" });
  return frame;
}
