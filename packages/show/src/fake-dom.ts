/** As much of a page as the renderers need to run in a test, with a count of the nodes they make. */
export class FakePage {
  made = 0;

  createElement(name: string): FakeElement {
    this.made++;
    return new FakeElement(name.toUpperCase());
  }

  createTextNode(text: string): string {
    this.made++;
    return text;
  }

  getElementById(): null {
    return null;
  }
}

export class FakeElement {
  readonly tagName: string;
  readonly style = {};
  readonly classList = { add() {} };
  hidden = false;
  private parent: FakeElement | undefined;
  private children: (FakeElement | string)[] = [];
  private readonly attributes = new Map<string, string>();
  private readonly listeners = new Map<string, ((event: unknown) => void)[]>();

  constructor(tagName: string) {
    this.tagName = tagName;
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text: string) {
    this.children = [text];
  }

  get childElementCount(): number {
    return this.children.filter((child) => child instanceof FakeElement).length;
  }

  append(...children: (FakeElement | string)[]): void {
    for (const child of children) {
      if (child instanceof FakeElement) child.parent = this;
      this.children.push(child);
    }
  }

  before(...added: (FakeElement | string)[]): void {
    this.parent?.children.splice(this.parent.children.indexOf(this), 0, ...added);
  }

  replaceChildren(...children: (FakeElement | string)[]): void {
    this.children = children;
  }

  /** All elements within with this tag name. */
  all(tagName: string): FakeElement[] {
    return this.children.flatMap((child) =>
      typeof child === "string" ? [] : [...(child.tagName === tagName ? [child] : []), ...child.all(tagName)],
    );
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  addEventListener(name: string, listener: (event: unknown) => void): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  click(): void {
    for (const listener of this.listeners.get("click") ?? []) listener({ target: this });
  }

  querySelector(): null {
    return null;
  }

  querySelectorAll(): FakeElement[] {
    return [];
  }

  focus(): void {}
  remove(): void {}
  replaceWith(): void {}
}
