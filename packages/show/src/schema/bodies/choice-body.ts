import { make } from "../../dom.ts";
import { texts } from "../../texts.ts";
import { check } from "../check.ts";
import type { Body, ControlIds, Field, FormContext } from "../field.ts";
import { initialValue } from "../initial-value.ts";
import type { Variant } from "../schemas.ts";

/** One of several schemas: which one, and a field for it. */
export function createChoiceBody(
  context: FormContext,
  variants: readonly Variant[],
  { id, label, describedBy }: ControlIds,
): Body {
  const { schemas } = context;
  const select = make(
    "select",
    { id, "aria-label": texts.kindOf(label), "aria-describedby": describedBy },
    ...variants.map((variant, at) => make("option", { value: String(at) }, variant.label)),
  );
  const place = make("div");
  const element = make("div", { className: "show-fields" }, select, place);
  let chosen = -1;
  let field: Field | undefined;

  function choose(at: number): Field {
    if (at === chosen && field) return field;
    chosen = at;
    select.value = String(at);
    field = context.createField(variants[at]?.schema ?? {}, { label, isRequired: true, isRoot: true });
    place.replaceChildren(field.element);
    return field;
  }

  select.addEventListener("change", () => {
    const at = Number(select.value);
    const value = field?.get();
    const next = choose(at);
    const isKept = value !== undefined && check(schemas, variants[at]?.schema, value).length === 0;
    next.set(isKept ? value : initialValue(schemas, variants[at]?.schema));
    context.changed();
  });

  return {
    element,
    get: () => field?.get(),
    set(value) {
      if (value === undefined) {
        choose(0).set(initialValue(schemas, variants[0]?.schema));
        return true;
      }
      const found = variants.map(({ schema }) => check(schemas, schema, value));
      const fitting = found.findIndex((problems) => problems.length === 0);
      const near = found.findIndex((problems) => !problems.some(({ isMisfit }) => isMisfit));
      const at = fitting === -1 ? near : fitting;
      if (at === -1) return false;
      choose(at).set(value);
      return true;
    },
    unread: () => field?.unread() ?? [],
    show: (problems, isRevealed) => field?.show(problems, isRevealed),
    focus: (onlyProblem) => {
      if (onlyProblem) return field?.focus(true) ?? false;
      select.focus();
      return true;
    },
  };
}
