import { App, applyDocumentTheme, applyHostStyleVariables, type McpUiHostContext } from "@toolshed/apps";
import type { Palette } from "./palette.ts";

const find = <T extends Element>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`${selector} is missing`);
  return element;
};
const caption = find<HTMLElement>("#caption");
const swatches = find<HTMLElement>("#swatches");
const form = find<HTMLFormElement>("#form");

let colors: string[] = [];
let selected: number | undefined;

const app = new App({ name: "palette", version: "1.0.0" });
const text = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });

app.registerTool(
  "get-selection",
  { description: "The colour the person has selected, if any.", annotations: { readOnlyHint: true } },
  () => {
    const color = selected === undefined ? null : (colors[selected] ?? null);
    return { ...text({ color }), structuredContent: { color } };
  },
);
app.registerTool(
  "get-form-data",
  { description: "What the form holds now.", annotations: { readOnlyHint: true } },
  () => {
    const data = readForm();
    return { ...text(data), structuredContent: data };
  },
);
app.registerTool(
  "set-highlight",
  { description: "Highlights the next colour, to show it to the person." },
  () => {
    const current = buttons().findIndex((button) => button.classList.contains("highlight"));
    const next = (current + 1) % Math.max(1, colors.length);
    for (const [index, button] of buttons().entries()) button.classList.toggle("highlight", index === next);
    return text({ highlighted: colors[next] ?? null });
  },
);
// There is something to clear only while something is selected.
const clearSelection = app.registerTool("clear-selection", { description: "Selects nothing." }, () => {
  select(undefined);
  return text({ color: null });
});
clearSelection.disable();

app.ontoolinput = ({ arguments: given }) => {
  for (const [name, value] of Object.entries(given)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(value);
  }
};
app.ontoolresult = ({ structuredContent }) => show(structuredContent as Palette);
app.ontoolcancelled = ({ reason }) => {
  caption.textContent = `Cancelled${reason ? `: ${reason}` : ""}.`;
};
app.onhostcontextchanged = follow;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  caption.textContent = "Mixing…";
  try {
    const result = await app.callServerTool({ name: "make-palette", arguments: readForm() });
    if (result.isError) throw new Error("the server refused");
    show(result.structuredContent as Palette);
  } catch (error) {
    caption.textContent = `No palette: ${(error as Error).message}`;
  }
});

await app.connect();
follow(app.getHostContext() ?? {});

function follow({ theme, styles }: McpUiHostContext): void {
  if (theme) applyDocumentTheme(theme);
  applyHostStyleVariables(styles?.variables);
}

function readForm(): { hue: number; count: number } {
  const data = new FormData(form);
  return { hue: Number(data.get("hue")), count: Number(data.get("count")) };
}

function buttons(): HTMLButtonElement[] {
  return [...swatches.querySelectorAll("button")];
}

function show(palette: Palette): void {
  colors = palette.colors;
  caption.textContent = `${colors.length} colours around ${palette.hue}°`;
  swatches.replaceChildren(...colors.map(toSwatch));
  select(undefined);
}

function toSwatch(color: string, index: number): HTMLLIElement {
  const button = document.createElement("button");
  button.type = "button";
  const patch = Object.assign(document.createElement("span"), { className: "color" });
  patch.style.background = color;
  button.append(
    patch,
    Object.assign(document.createElement("span"), { className: "hex", textContent: color }),
  );
  button.addEventListener("click", () => select(index === selected ? undefined : index));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

function select(index: number | undefined): void {
  const hadSelection = selected !== undefined;
  selected = index;
  for (const [at, button] of buttons().entries()) button.setAttribute("aria-pressed", String(at === index));
  if (hadSelection === (index !== undefined)) return;
  if (index === undefined) clearSelection.disable();
  else clearSelection.enable();
}
