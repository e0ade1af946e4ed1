import { isObject } from "../dom.ts";
import { formatOf, isFile } from "./format.ts";

export type Schema = Readonly<Record<string, unknown>>;

export interface Variant {
  readonly schema: Schema;
  readonly label: string;
}

/** What a form shows for a schema. */
export type Kind =
  | { is: "string" | "number" | "integer" | "boolean" | "null" | "object" | "array" | "any" }
  | { is: "enum"; options: { value: unknown; label: string }[] }
  | { is: "choice"; variants: Variant[] };

const mostHops = 30;
/** Choices within choices of one value. */
const mostChoices = 8;
const mostVariants = 300;
/** Beyond it, a list of values is too long to pick from. */
export const mostOptions = 500;
const mostMerged = 500_000;
const types = ["string", "number", "integer", "boolean", "null", "object", "array"] as const;
/** By these keys a schema says of what type its values are, without naming it. */
const hints: [key: string, type: (typeof types)[number]][] = [
  ["properties", "object"],
  ["additionalProperties", "object"],
  ["patternProperties", "object"],
  ["required", "object"],
  ["items", "array"],
  ["prefixItems", "array"],
  ["minItems", "array"],
  ["pattern", "string"],
  ["minLength", "string"],
  ["maxLength", "string"],
  ["format", "string"],
  ["contentEncoding", "string"],
  ["minimum", "number"],
  ["maximum", "number"],
  ["multipleOf", "number"],
];

export const toSchema = (value: unknown): Schema => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** One document of JSON Schema: follows its references and joins what belongs together. */
export class Schemas {
  private readonly root: Schema;
  private readonly flat = new WeakMap<object, Schema>();
  private readonly variants = new WeakMap<object, Variant[]>();
  /** For a variant: the schemas it is a variant of, which it can't choose again. */
  private readonly origins = new WeakMap<object, readonly Schema[]>();
  private readonly found = new Map<string, unknown>();
  private merged = 0;

  constructor(root: unknown) {
    this.root = toSchema(root);
  }

  /** A schema with its references followed and its `allOf` merged, as far as that is simple. */
  flatten(given: unknown, hops = 0): Schema {
    const schema = toSchema(given);
    const known = this.flat.get(schema);
    if (known) return known;
    if (hops > mostHops) return {};
    // What refers to itself adds nothing.
    this.flat.set(schema, {});
    let flat: Schema = schema;
    if (typeof schema.$ref === "string") {
      const { $ref, ...own } = schema;
      const target = this.flatten(this.find(schema.$ref), hops + 1);
      flat = Object.keys(own).length > 0 ? { ...target, ...own } : target;
    }
    if (Array.isArray(flat.allOf)) {
      const { allOf, ...own } = flat;
      flat = listOf(allOf).reduce<Schema>((sum, part) => this.merge(sum, this.flatten(part, hops + 1)), own);
    }
    this.flat.set(schema, flat);
    return flat;
  }

  /** What a reference points to. Nothing outside of the document is read. */
  find(reference: string): unknown {
    if (!this.found.has(reference)) this.found.set(reference, this.look(reference));
    return this.found.get(reference);
  }

  /** A schema without its title, as a copy that is a variant of the same schemas. */
  untitled(schema: Schema): Schema {
    const { title: _, ...own } = schema;
    this.origins.set(own, this.origins.get(schema) ?? []);
    return own;
  }

  private look(reference: string): unknown {
    if (reference === "#") return this.root;
    if (!reference.startsWith("#/")) return this.byAnchor(reference);
    let place: unknown = this.root;
    for (const step of reference.slice(2).split("/")) {
      const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof place !== "object" || place === null || !Object.hasOwn(place, key)) return undefined;
      place = (place as Record<string, unknown>)[key];
    }
    return place;
  }

  private byAnchor(reference: string): unknown {
    const known = { ...toSchema(this.root.definitions), ...toSchema(this.root.$defs) };
    return Object.values(known).find(
      (schema) => isObject(schema) && (`#${schema.$anchor}` === reference || schema.$id === reference),
    );
  }

  kindOf(schema: Schema, hops = 0): Kind {
    if (Object.hasOwn(schema, "const")) return { is: "enum", options: [toOption(schema.const)] };
    if (Array.isArray(schema.enum) && schema.enum.length > mostOptions)
      return { is: schema.enum.every((value) => typeof value === "string") ? "string" : "any" };
    if (Array.isArray(schema.enum) && schema.enum.length > 0)
      return { is: "enum", options: namedOptions(schema) };
    const variants = this.variantsOf(schema);
    const options = variants.map(({ schema: variant, label }) => onlyOption(variant, label));
    if (options.length > 1 && options.every((option) => option !== undefined)) return { is: "enum", options };
    if (variants.length > 1) return { is: "choice", variants };
    if (variants[0] && variants[0].schema !== schema && hops < mostHops)
      return this.kindOf(variants[0].schema, hops + 1);
    return { is: typeOf(schema) };
  }

  /** The schemas of `oneOf`, `anyOf` or a list of types, each with what stands beside. */
  variantsOf(schema: Schema): Variant[] {
    const known = this.variants.get(schema) ?? this.findVariants(schema);
    this.variants.set(schema, known);
    return known;
  }

  private findVariants(schema: Schema): Variant[] {
    const { oneOf, anyOf, ...base } = schema;
    if (oneOf === undefined && anyOf === undefined && !Array.isArray(schema.type))
      return [{ schema, label: labelOf(schema, 0) }];
    const origins = [...(this.origins.get(schema) ?? []), schema];
    const all = listOf(oneOf).length > 0 ? listOf(oneOf) : listOf(anyOf);
    const isBounded = origins.length <= mostChoices && all.length <= mostVariants;
    const given = (isBounded ? all : [])
      .map((variant) => this.flatten(variant))
      .filter((variant) => !origins.includes(variant));
    const flat = given.filter(saysWhat);
    if (flat.length > 0 && flat.length === given.length) {
      const { title: _, description: __, default: ___, examples: ____, ...shared } = base;
      const split = flat.flatMap((variant) => {
        const parts = splitTypes(this.merge(variant, shared));
        for (const part of parts) this.origins.set(part, [...origins, variant]);
        return parts;
      });
      return split.map((variant, at) => ({ schema: variant, label: labelOf(variant, at) }));
    }
    return splitTypes(base).map((variant, at) => ({ schema: variant, label: labelOf(variant, at) }));
  }

  /** Joins two schemas that hold for one value. Where they contradict each other, the first one counts. */
  private merge(first: Schema, second: Schema): Schema {
    for (const part of [first, second])
      this.merged += Object.keys(part).length + Object.keys(toSchema(part.properties)).length;
    return this.merged > mostMerged ? first : merge(first, second);
  }
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function splitTypes(schema: Schema): Schema[] {
  const { type } = schema;
  if (!Array.isArray(type)) return [schema];
  const known = types.filter((name) => type.includes(name));
  // A number may be an integer anyway.
  const few = known.includes("number") ? known.filter((name) => name !== "integer") : known;
  return few.length > 0 ? few.map((name) => ({ ...schema, type: name })) : [{ ...schema, type: undefined }];
}

function typeOf(schema: Schema): (typeof types)[number] | "any" {
  const { type } = schema;
  const named = types.find((name) => name === type);
  if (named) return named;
  return hints.find(([key]) => Object.hasOwn(schema, key))?.[1] ?? "any";
}

/** Whether a variant describes values, and does not only demand that some fields are present. */
const saysWhat = (schema: Schema): boolean =>
  ["type", "properties", "enum", "const", "items", "prefixItems", "anyOf", "oneOf", "format"].some((key) =>
    Object.hasOwn(schema, key),
  );

const toOption = (value: unknown, label?: unknown) => ({
  value,
  label:
    typeof label === "string" && label !== ""
      ? label
      : typeof value === "string"
        ? value
        : JSON.stringify(value),
});

function namedOptions(schema: Schema) {
  const names = listOf(schema.enumNames ?? schema["x-enumNames"]);
  return listOf(schema.enum).map((value, at) => toOption(value, names[at]));
}

function onlyOption(schema: Schema, label: string) {
  if (Object.hasOwn(schema, "const")) return toOption(schema.const, schema.title);
  const values = listOf(schema.enum);
  return values.length === 1 ? toOption(values[0], schema.title ?? (label || undefined)) : undefined;
}

const typeLabels: Record<string, string> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
  null: "null",
  object: "Object",
  array: "List",
  any: "JSON",
};

function labelOf(schema: Schema, at: number): string {
  if (typeof schema.title === "string" && schema.title !== "") return schema.title;
  for (const [name, property] of Object.entries(toSchema(schema.properties))) {
    const { const: fixed, enum: values } = toSchema(property);
    const only = fixed ?? (listOf(values).length === 1 ? listOf(values)[0] : undefined);
    if (typeof only === "string") return `${name}: ${only}`;
  }
  if (typeof schema.const === "string") return schema.const;
  const type = typeOf(schema);
  if (type !== "object") return typeLabel(schema);
  const names = Object.keys(toSchema(schema.properties)).slice(0, 3);
  return names.length > 0 ? `{ ${names.join(", ")} }` : `${typeLabels.object} ${at + 1}`;
}

const longestTitle = 200;
const wordsOf = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, "");

/** A property's label: its own title, with its name where that says something else. The title of what it refers to names a type. */
export function labelsOf(property: unknown, name: string): { label: string; name?: string } {
  const { title } = toSchema(property);
  const label = typeof title === "string" ? title.trim().slice(0, longestTitle) : "";
  if (label === "") return { label: name };
  return wordsOf(label) === wordsOf(name) ? { label } : { label, name };
}

export function typeLabel(schema: Schema): string {
  const type = typeOf(schema);
  const special = isFile(schema) ? "File" : formatOf(schema.format)?.label;
  return (type === "string" ? special : undefined) ?? typeLabels[type] ?? "";
}

function merge(first: Schema, second: Schema): Schema {
  const merged: Record<string, unknown> = { ...second, ...first };
  if (isObject(first.properties) && isObject(second.properties)) {
    const properties: Record<string, unknown> = { ...second.properties, ...first.properties };
    for (const name of Object.keys(first.properties)) {
      if (Object.hasOwn(second.properties, name))
        properties[name] = { allOf: [first.properties[name], second.properties[name]] };
    }
    merged.properties = properties;
  }
  if (Array.isArray(first.required) && Array.isArray(second.required))
    merged.required = [...new Set([...first.required, ...second.required])];
  return merged;
}
