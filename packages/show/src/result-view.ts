import { make, uniqueId } from "./dom.ts";
import type { ShowOptions } from "./render/options.ts";
import { renderAs } from "./render/render-as.ts";
import { formsOf } from "./results/choose-form.ts";
import type { Form, ToolResultLike } from "./results/forms.ts";
import { formLabels, texts } from "./texts.ts";

export interface ResultView {
  readonly element: HTMLElement;
  /** Shows another result, in the same form if it has that too. */
  setResult(result: ToolResultLike): void;
}

/** A result in the form that fits it, with a control to choose another. */
export function createResultView(result: ToolResultLike, options: ShowOptions = {}): ResultView {
  const bar = make("div", { className: "show-bar" });
  const place = make("div");
  const element = make("div", { className: "show-result" }, bar, place);
  let chosen: Form | undefined;

  function setResult(shown: ToolResultLike): void {
    const forms = orElse(
      () => formsOf(shown, options),
      (): Form[] => ["text"],
    );
    const form = chosen && forms.includes(chosen) ? chosen : (forms[0] as Form);
    const show = (next: Form) => {
      place.replaceChildren();
      place.append(
        orElse(
          () => renderAs(next, shown, options),
          () => renderAs("text", shown, options),
        ),
      );
    };
    bar.replaceChildren();
    if (shown.isError === true) bar.append(make("span", { className: "show-problem" }, texts.failed));
    if (forms.length > 1) {
      bar.append(
        segments(texts.showAs, forms, form, (next) => {
          chosen = next;
          show(next);
        }),
      );
    }
    bar.hidden = bar.childElementCount === 0;
    show(form);
  }

  setResult(result);
  return { element, setResult };
}

/** A renderer that fails on a result doesn't hide the result: the text form has it. */
function orElse<Made>(first: () => Made, second: () => Made): Made {
  try {
    return first();
  } catch {
    return second();
  }
}

/** Radio buttons in a row: the arrow keys move between them. */
function segments(
  label: string,
  forms: readonly Form[],
  chosen: Form,
  choose: (form: Form) => void,
): HTMLElement {
  const name = uniqueId();
  return make(
    "fieldset",
    { className: "show-segments" },
    make("legend", {}, label),
    ...forms.map((form) => {
      const input = make("input", { type: "radio", name, value: form, checked: form === chosen });
      input.addEventListener("change", () => choose(form));
      return make("label", {}, input, formLabels[form]);
    }),
  );
}
