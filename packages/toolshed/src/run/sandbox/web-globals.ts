/** Small stand-ins for what scripts expect of a web platform. Evaluated inside QuickJS: refers to nothing outside itself. */
export function webGlobals(): void {
  const schemes: Record<string, string> = {
    "http:": "80",
    "https:": "443",
    "ws:": "80",
    "wss:": "443",
    "ftp:": "21",
    "file:": "",
  };
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  function toUtf8(text: string): number[] {
    const bytes: number[] = [];
    for (const character of text) {
      let code = character.codePointAt(0) ?? 0;
      if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
      if (code < 0x80) bytes.push(code);
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      else {
        bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63));
        bytes.push(0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      }
    }
    return bytes;
  }

  function fromUtf8(bytes: Uint8Array): string {
    const parts: string[] = [];
    for (let index = 0; index < bytes.length; ) {
      const first = bytes[index] as number;
      const length =
        first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
      let code = length === 1 ? first : first & (0xff >> (length + 1));
      let read = 1;
      while (read < length && ((bytes[index + read] ?? 0) & 0xc0) === 0x80) {
        code = (code << 6) | ((bytes[index + read] as number) & 63);
        read += 1;
      }
      const isWhole = length > 0 && read === length;
      const isTooLong = (length === 3 && code < 0x800) || (length === 4 && code < 0x10000);
      const isWrong = !isWhole || isTooLong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
      parts.push(isWrong ? "\ufffd" : String.fromCodePoint(code));
      index += isWhole ? length : read;
    }
    return parts.join("");
  }

  const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const encode = (text: string, keep: RegExp): string =>
    toUtf8(text)
      .map((byte) =>
        byte < 0x80 && keep.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : percent(byte),
      )
      .join("");
  const encodeField = (text: string): string => encode(text, /[\w*.\- ]/).replaceAll(" ", "+");
  const decodeField = (text: string): string => {
    const bytes: number[] = [];
    const plain = text.replaceAll("+", " ");
    for (let index = 0; index < plain.length; index += 1) {
      const hex = /^%([0-9a-f]{2})/i.exec(plain.slice(index, index + 3))?.[1];
      if (hex) {
        bytes.push(Number.parseInt(hex, 16));
        index += 2;
      } else {
        const character = String.fromCodePoint(plain.codePointAt(index) ?? 0);
        bytes.push(...toUtf8(character));
        index += character.length - 1;
      }
    }
    return fromUtf8(Uint8Array.from(bytes));
  };

  class TextEncoder {
    readonly encoding = "utf-8";
    encode(text = ""): Uint8Array {
      return Uint8Array.from(toUtf8(String(text)));
    }
  }

  class TextDecoder {
    readonly encoding = "utf-8";
    constructor(label = "utf-8") {
      if (!/^(utf-?8|unicode-1-1-utf-8)$/i.test(label))
        throw new RangeError(`TextDecoder knows only utf-8, not ${label}`);
    }
    decode(data: ArrayBuffer | ArrayBufferView = new ArrayBuffer(0)): string {
      const bytes = ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data);
      return fromUtf8(bytes).replace(/^\ufeff/, "");
    }
  }

  const btoa = (text: string): string => {
    let encoded = "";
    for (let index = 0; index < text.length; index += 3) {
      const [a = 0, b = Number.NaN, c = Number.NaN] = [0, 1, 2].map((offset) =>
        text.charCodeAt(index + offset),
      );
      if (a > 255 || b > 255 || c > 255) throw new TypeError("btoa takes only characters up to U+00FF");
      encoded += alphabet.charAt(a >> 2) + alphabet.charAt(((a & 3) << 4) | (b >> 4));
      encoded += Number.isNaN(b) ? "=" : alphabet.charAt(((b & 15) << 2) | (c >> 6));
      encoded += Number.isNaN(c) ? "=" : alphabet.charAt(c & 63);
    }
    return encoded;
  };

  const atob = (text: string): string => {
    const plain = String(text)
      .replace(/[\t\n\f\r ]/g, "")
      .replace(/={1,2}$/, "");
    if (plain.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(plain)) throw new TypeError("atob takes only base64");
    let decoded = "";
    let bits = 0;
    let count = 0;
    for (const character of plain) {
      bits = (bits << 6) | alphabet.indexOf(character);
      count += 6;
      if (count < 8) continue;
      count -= 8;
      decoded += String.fromCharCode((bits >> count) & 255);
    }
    return decoded;
  };

  function structuredClone(value: unknown, copies: Map<unknown, unknown> = new Map()): unknown {
    if (typeof value === "function" || typeof value === "symbol")
      throw new TypeError(`A ${typeof value} cannot be cloned`);
    if (typeof value !== "object" || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    const keep = <Copy>(copy: Copy): Copy => {
      copies.set(value, copy);
      return copy;
    };
    const clone = (part: unknown): unknown => structuredClone(part, copies);
    if (value instanceof Date) return keep(new Date(value.getTime()));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (ArrayBuffer.isView(value)) {
      const View = value.constructor as new (buffer: unknown, offset: number, length?: number) => unknown;
      const { length } = value as { length?: number };
      return keep(new View(clone(value.buffer), value.byteOffset, length ?? value.byteLength));
    }
    if (value instanceof Map) {
      const copy = keep(new Map<unknown, unknown>());
      for (const [key, item] of value) copy.set(clone(key), clone(item));
      return copy;
    }
    if (value instanceof Set) {
      const copy = keep(new Set<unknown>());
      for (const item of value) copy.add(clone(item));
      return copy;
    }
    if (value instanceof Error) {
      const copy = keep(new Error(value.message));
      copy.name = value.name;
      return copy;
    }
    const copy = keep((Array.isArray(value) ? new Array(value.length) : {}) as Record<string, unknown>);
    for (const key of Object.keys(value)) copy[key] = clone((value as Record<string, unknown>)[key]);
    return copy;
  }

  type Fields = string | Iterable<[string, string]> | Record<string, unknown>;

  class URLSearchParams {
    #fields: [string, string][] = [];
    /** Is called on every change, so that a URL can follow. */
    #changed: () => void;

    constructor(init: Fields = "", changed: () => void = () => {}) {
      this.#changed = changed;
      if (typeof init === "string") this.#parse(init);
      else {
        const entries = Symbol.iterator in init ? (init as Iterable<[string, string]>) : Object.entries(init);
        for (const [name, value] of entries) this.#fields.push([String(name), String(value)]);
      }
    }

    #parse(text: string): void {
      for (const part of text.replace(/^\?/, "").split("&")) {
        if (part === "") continue;
        const equals = part.indexOf("=");
        const name = equals < 0 ? part : part.slice(0, equals);
        this.#fields.push([decodeField(name), equals < 0 ? "" : decodeField(part.slice(equals + 1))]);
      }
    }

    get size(): number {
      return this.#fields.length;
    }
    get(name: string): string | null {
      return this.#fields.find(([key]) => key === name)?.[1] ?? null;
    }
    getAll(name: string): string[] {
      return this.#fields.filter(([key]) => key === name).map(([, value]) => value);
    }
    has(name: string): boolean {
      return this.#fields.some(([key]) => key === name);
    }
    append(name: string, value: unknown): void {
      this.#fields.push([String(name), String(value)]);
      this.#changed();
    }
    set(name: string, value: unknown): void {
      const at = this.#fields.findIndex(([key]) => key === name);
      this.#fields = this.#fields.filter(([key], index) => key !== name || index === at);
      this.#fields[at < 0 ? this.#fields.length : at] = [String(name), String(value)];
      this.#changed();
    }
    delete(name: string): void {
      this.#fields = this.#fields.filter(([key]) => key !== name);
      this.#changed();
    }
    sort(): void {
      this.#fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#changed();
    }
    forEach(action: (value: string, name: string, params: URLSearchParams) => void): void {
      for (const [name, value] of this.#fields) action(value, name, this);
    }
    keys(): string[] {
      return this.#fields.map(([name]) => name);
    }
    values(): string[] {
      return this.#fields.map(([, value]) => value);
    }
    entries(): [string, string][] {
      return this.#fields.map(([name, value]) => [name, value]);
    }
    [Symbol.iterator](): Iterator<[string, string]> {
      return this.entries().values();
    }
    toString(): string {
      return this.#fields.map(([name, value]) => `${encodeField(name)}=${encodeField(value)}`).join("&");
    }
  }

  const splitter = /^([a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is;
  const pathCharacters = /[\w!$&'()*+,;=:@~.\-/%|[\]^]/;
  const queryCharacters = /[\w!$&()*+,;=:@~.\-/%?|[\]^`{}]/;

  function removeDots(path: string): string {
    const kept: string[] = [];
    const segments = path.split("/").slice(1);
    segments.forEach((segment, index) => {
      const plain = segment.replace(/%2e/gi, ".");
      const isLast = index === segments.length - 1;
      if (plain === "..") kept.pop();
      else if (plain !== ".") kept.push(segment);
      if (isLast && (plain === ".." || plain === ".")) kept.push("");
    });
    return `/${kept.join("/")}`;
  }

  class URL {
    protocol = "";
    username = "";
    password = "";
    hostname = "";
    port = "";
    pathname = "";
    hash = "";
    readonly searchParams: URLSearchParams;
    #search = "";

    constructor(given: unknown, base?: unknown) {
      const text = String(given)
        .trim()
        .replace(/[\t\n\r]/g, "");
      const [, scheme, authority, path = "", search, hash = ""] = splitter.exec(text) ?? [];
      const known = scheme === undefined && base !== undefined ? new URL(base) : undefined;
      if (scheme === undefined && known === undefined)
        throw new TypeError(`Invalid URL: ${text.slice(0, 100)}`);
      this.protocol = (scheme ?? known?.protocol ?? "").toLowerCase();
      const isSpecial = Object.hasOwn(schemes, this.protocol);
      if (authority !== undefined) this.#readAuthority(authority, text);
      else if (known) {
        const { username, password, hostname, port } = known;
        Object.assign(this, { username, password, hostname, port });
      } else if (isSpecial && this.protocol !== "file:")
        throw new TypeError(`Invalid URL: ${text.slice(0, 100)}`);

      const folder = known?.pathname.slice(0, known.pathname.lastIndexOf("/") + 1) ?? "";
      const inherits = known !== undefined && authority === undefined && path === "";
      const joined = known && authority === undefined && !path.startsWith("/") ? folder + path : path;
      const encoded = encode(inherits ? known.pathname : joined, pathCharacters);
      const isPath = isSpecial || encoded.startsWith("/");
      this.pathname = isPath ? removeDots(encoded.startsWith("/") ? encoded : `/${encoded}`) : encoded;
      this.hash = hash === "#" ? "" : hash && `#${encode(hash.slice(1), queryCharacters)}`;
      this.search = search ?? (inherits ? known.search : "");
      this.searchParams = new URLSearchParams(this.#search, () => {
        const fields = this.searchParams.toString();
        this.#search = fields && `?${fields}`;
      });
    }

    #readAuthority(authority: string, text: string): void {
      const at = authority.lastIndexOf("@");
      const [user = "", ...password] = authority.slice(0, Math.max(at, 0)).split(":");
      this.username = encode(user, /[\w.~%-]/);
      this.password = encode(password.join(":"), /[\w.~%-]/);
      const [, name = "", port = ""] =
        /^(\[[0-9a-f:.]+\]|[^:[\]\\\s<>^|%]*)(?::(\d*))?$/i.exec(authority.slice(at + 1)) ?? [];
      const isMissing = name === "" && this.protocol !== "file:" && Object.hasOwn(schemes, this.protocol);
      if (isMissing || Number(port) > 65_535) throw new TypeError(`Invalid URL: ${text.slice(0, 100)}`);
      this.hostname = name.toLowerCase();
      this.port = port === schemes[this.protocol] ? "" : port && String(Number(port));
    }

    get search(): string {
      return this.#search;
    }
    set search(text: string) {
      const plain = text.replace(/^\?/, "");
      this.#search = plain && `?${encode(plain, queryCharacters)}`;
    }
    get host(): string {
      return this.port === "" ? this.hostname : `${this.hostname}:${this.port}`;
    }
    get origin(): string {
      return Object.hasOwn(schemes, this.protocol) && this.protocol !== "file:"
        ? `${this.protocol}//${this.host}`
        : "null";
    }
    get href(): string {
      const credentials =
        this.username || this.password ? `${this.username}${this.password && `:${this.password}`}@` : "";
      const hasAuthority = this.hostname !== "" || this.protocol === "file:";
      const authority = hasAuthority ? `//${credentials}${this.host}` : "";
      return `${this.protocol}${authority}${this.pathname}${this.#search}${this.hash}`;
    }
    static canParse(given: unknown, base?: unknown): boolean {
      try {
        return new URL(given, base) instanceof URL;
      } catch {
        return false;
      }
    }
    toString(): string {
      return this.href;
    }
    toJSON(): string {
      return this.href;
    }
  }

  const made = { URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa };
  for (const [name, value] of Object.entries({
    ...made,
    structuredClone: (value: unknown) => structuredClone(value),
  })) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}
