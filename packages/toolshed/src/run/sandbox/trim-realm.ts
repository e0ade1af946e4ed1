/**
 * Deletes every member that is not on the list, from all objects a script can reach: globals, prototypes, accessors and
 * the intrinsics that only syntax leads to. Throws if one cannot be deleted, so that no script runs beside it.
 * Evaluated inside QuickJS: refers to nothing outside itself.
 */
export function trimRealm(members: Readonly<Record<string, string>>): void {
  fixBufferLengths();
  const names = nameIntrinsics();
  for (const [object, name] of names) {
    const isFunction = typeof object === "function";
    const kept = new Set(`${members[name] ?? ""}${isFunction ? " length name" : ""}`.split(" "));
    for (const key of Reflect.ownKeys(object)) {
      if (!kept.has(nameOf(key)) && !Reflect.deleteProperty(object, key))
        throw new Error(`Not on the list of what scripts have: ${name} ${nameOf(key)}`);
    }
    visit(`${name}.__proto__`, Object.getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      for (const found of [value, get, set]) visit(`${name}.${nameOf(key)}`, found);
    }
  }

  // Entries added during the loop above are visited by it.
  function visit(name: string, value: unknown): void {
    if (isObject(value) && !names.has(value)) names.set(value, name);
  }

  function isObject(value: unknown): value is object {
    return (typeof value === "object" && value !== null) || typeof value === "function";
  }

  function nameOf(key: string | symbol): string {
    return typeof key === "symbol" ? `@@${key.description?.replace("Symbol.", "")}` : key;
  }

  /** Objects that can be reached on several ways go by their usual name. */
  function nameIntrinsics(): Map<object, string> {
    const named = new Map<object, string>([[globalThis, "globalThis"]]);
    const name = (value: unknown, known: string): void => {
      if (!isObject(value)) return;
      if (!named.has(value)) named.set(value, known);
      const { prototype } = value as { prototype?: unknown };
      if (isObject(prototype) && !named.has(prototype)) named.set(prototype, `${known}.prototype`);
    };
    const globals = globalThis as unknown as Record<string, unknown>;
    const { from } = globals.Iterator as { from(given: unknown): { map(change: () => unknown): object } };
    for (const known of (members.globalThis ?? "").split(" ")) name(globals[known], known);
    const { getPrototypeOf } = Object;
    const hidden = {
      GeneratorFunction: getPrototypeOf(function* () {}).constructor,
      AsyncGeneratorFunction: getPrototypeOf(async function* () {}).constructor,
      AsyncFunction: getPrototypeOf(async () => {}).constructor,
      TypedArray: getPrototypeOf(Uint8Array),
    };
    for (const [known, value] of Object.entries(hidden)) name(value, known);
    const iterators = {
      ArrayIterator: [].values(),
      MapIterator: new Map().values(),
      SetIterator: new Set().values(),
      StringIterator: ""[Symbol.iterator](),
      RegExpStringIterator: "".matchAll(/./g),
      IteratorHelper: from([]).map(() => undefined),
      WrappedIterator: from({ next() {} }),
    };
    for (const [known, value] of Object.entries(iterators))
      named.set(getPrototypeOf(value), `${known}.prototype`);
    return named;
  }

  /**
   * Engines are most often unsafe where a buffer shrinks or grows under a view. Here no buffer does: `resize` and
   * `transfer` are not on the list, and this constructor ignores the option that asks for a resizable buffer.
   */
  function fixBufferLengths(): void {
    const { construct } = Reflect;
    const Resizable = ArrayBuffer;
    const Fixed = function (length: number): unknown {
      if (!new.target) throw new TypeError("constructor requires 'new'");
      return construct(Resizable, [length], new.target);
    };
    const { isView, prototype } = Resizable;
    const hidden = { writable: true, configurable: true, enumerable: false };
    const species = Object.getOwnPropertyDescriptor(Resizable, Symbol.species) as PropertyDescriptor;
    Object.defineProperties(Fixed, {
      name: { value: "ArrayBuffer" },
      prototype: { value: prototype, writable: false },
      isView: { value: isView, ...hidden },
      [Symbol.species]: species,
    });
    Object.defineProperty(prototype, "constructor", { value: Fixed, ...hidden });
    Object.defineProperty(globalThis, "ArrayBuffer", { value: Fixed, ...hidden });
  }
}
