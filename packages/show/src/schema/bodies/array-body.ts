import { button, make } from "../../dom.ts";
import { texts } from "../../texts.ts";
import { isSame, itemSchema } from "../check.ts";
import type { Body, ControlIds, Field, FormContext } from "../field.ts";
import { initialValue } from "../initial-value.ts";
import type { Schema } from "../schemas.ts";
import { inside, under } from "./object-body.ts";

const mostItems = 100;

/** A list or tuple: a field for each item, which can be moved and removed. */
export function createArrayBody(context: FormContext, schema: Schema, ids: ControlIds): Body {
  const { schemas } = context;
  const list = make("div", { className: "show-fields" });
  const items: Field[] = [];
  const adder = button(texts.addItem, addByPerson, { id: ids.id });
  const element = make("div", { className: "show-fields" }, list, adder);
  const isTuple = Array.isArray(schema.prefixItems) || Array.isArray(schema.items);

  function add(): Field {
    const place = items.length;
    const label = texts.item(place + 1);
    const act = (words: string, name: (label: string) => string, run: () => void) =>
      button(words, run, { className: "show-button show-head-button", "aria-label": name(label) });
    const actions = [
      ...(isTuple
        ? []
        : [act("↑", texts.moveUp, () => move(field, -1)), act("↓", texts.moveDown, () => move(field, 1))]),
      act(texts.remove, texts.removeOf, () => remove(field)),
    ];
    const field = context.createField(itemSchema(schema, place) ?? {}, { label, isRequired: true, actions });
    items.push(field);
    list.append(field.element);
    return field;
  }

  function update(): void {
    items.forEach((item, place) => {
      item.setLabel(texts.item(place + 1));
    });
    list.hidden = items.length === 0;
    adder.hidden = itemSchema(schema, items.length) === false;
  }

  function addByPerson(): void {
    const field = add();
    field.set(initialValue(schemas, itemSchema(schema, items.length - 1) ?? {}));
    update();
    context.changed();
    field.focus(false);
  }

  function remove(field: Field): void {
    items.splice(items.indexOf(field), 1);
    field.element.remove();
    update();
    context.changed();
    adder.focus();
  }

  function move(field: Field, step: 1 | -1): void {
    const from = items.indexOf(field);
    const to = from + step;
    if (to < 0 || to >= items.length) return;
    const focused = document.activeElement;
    items.splice(from, 1);
    items.splice(to, 0, field);
    list.replaceChildren(...items.map((item) => item.element));
    if (focused instanceof HTMLElement) focused.focus();
    update();
    context.changed();
  }

  update();
  return {
    element,
    // An item without a value is null, which its schema then refuses.
    get: () => items.map((item) => item.get() ?? null),
    set(value) {
      if (value !== undefined && !Array.isArray(value)) return false;
      const given: readonly unknown[] = value ?? [];
      if (given.length > mostItems) return false;
      while (items.length > given.length) items.pop()?.element.remove();
      given.forEach((item, place) => {
        (items[place] ?? add()).set(item);
      });
      update();
      return isSame(this.get(), given);
    },
    unread: () => items.flatMap((item, place) => item.unread().map((problem) => under(place, problem))),
    show(problems, isRevealed) {
      items.forEach((item, place) => {
        item.show(inside(problems, place), isRevealed);
      });
    },
    focus(onlyProblem) {
      if (items.some((item) => item.focus(onlyProblem))) return true;
      if (onlyProblem) return false;
      adder.focus();
      return true;
    },
  };
}
