import { button, make } from "../../dom.ts";
import { size, texts } from "../../texts.ts";
import type { ControlIds } from "../field.ts";
import type { Schema } from "../schemas.ts";
import type { Control, Tie } from "./leaf-body.ts";

const largestFile = 10_000_000;
/** Longer content is a file's, which nobody reads. */
const longestShown = 1_000;

/** The content of a file, as base64 or a data URL: picked, or typed. A file is shown by its name and size in place of its content. */
export function createFileControl(schema: Schema, tie: Tie, ids: ControlIds): Control {
  const { contentMediaType, format } = schema;
  const area = make("textarea", { ...tie, rows: 2 });
  const picker = make("input", {
    type: "file",
    "aria-label": texts.file(ids.label),
    ...(typeof contentMediaType === "string" && { accept: contentMediaType }),
  });
  const name = make("span");
  const remover = button(texts.remove, () => {
    hold(undefined);
    area.value = picker.value = "";
    changed();
  });
  const held = make("div", { className: "show-field-head" }, name, remover);
  const element = make("div", { className: "show-fields-plain" }, area, picker, held);
  let content: string | undefined;
  let problem: string | undefined;

  // The field changes only once the file is read.
  picker.addEventListener("input", (event) => event.stopPropagation());
  picker.addEventListener("change", () => {
    const [file] = picker.files ?? [];
    if (!file) return;
    if (file.size > largestFile) {
      picker.value = "";
      changed(texts.largestFile(size(largestFile)));
      return;
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const url = String(reader.result);
      hold(format === "data-url" ? url : url.slice(url.indexOf(",") + 1), file.name);
      changed();
    });
    reader.readAsDataURL(file);
  });

  function hold(next: string | undefined, of: string = texts.pickedFile): void {
    content = next;
    held.hidden = next === undefined;
    area.hidden = picker.hidden = !held.hidden;
    if (next === undefined) return;
    name.textContent = `${of}, ${size(bytesOf(next))}`;
    remover.setAttribute("aria-label", texts.removeOf(of));
  }

  function changed(because?: string): void {
    problem = because;
    element.dispatchEvent(new Event("input", { bubbles: true }));
    problem = undefined;
    focus();
  }

  const focus = () => (held.hidden ? area : remover).focus();
  hold(undefined);
  return {
    element,
    read: () => (problem === undefined ? { value: content ?? (area.value || undefined) } : { problem }),
    write(value) {
      if (value !== undefined && typeof value !== "string") return false;
      const isLong = value !== undefined && value.length > longestShown;
      area.value = isLong ? "" : (value ?? "");
      hold(isLong ? value : undefined);
      return true;
    },
    focus,
  };
}

/** How many bytes base64 stands for, with or without the head of a data URL. */
function bytesOf(content: string): number {
  const padding = content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0;
  return Math.floor((content.length - content.indexOf(",") - 1) * 0.75) - padding;
}
