/**
 * A script for a View's page that replaces `window.parent`. Vue reads its own markers from every object in its state,
 * including the parent window, and reading an unknown property of a cross-origin window throws. The stand-in returns
 * undefined for properties that no window has. The browser still decides about all others: the stand-in can do nothing
 * that the View can't. The script expects the real parent as `proxy`.
 */
export const PARENT_STAND_IN_SCRIPT: string = `const functions = new Map();
const toCallable = (key, value) => {
  if (!functions.has(key)) functions.set(key, (...args) => Reflect.apply(value, proxy, args));
  return functions.get(key);
};
const standIn = new Proxy(Object.create(null), {
  get(_, key) {
    if (key === Symbol.toStringTag) return "Window";
    let value;
    try {
      value = proxy[key];
    } catch (error) {
      if (key in window) throw error;
    }
    if (value === proxy) return standIn;
    return typeof value === "function" ? toCallable(key, value) : value;
  },
  set(_, key, value) {
    proxy[key] = value;
    return true;
  },
  has: (_, key) => key in window,
});
Object.defineProperty(window, "parent", { configurable: true, enumerable: true, get: () => standIn });
const { get: sourceOf } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "source");
Object.defineProperty(MessageEvent.prototype, "source", {
  configurable: true,
  enumerable: true,
  get() {
    const source = Reflect.apply(sourceOf, this, []);
    return source === proxy ? standIn : source;
  },
});`;
