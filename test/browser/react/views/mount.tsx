import { Component, type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";

export function mount(children: ReactNode): void {
  const element = document.getElementById("root");
  if (!element) throw new Error("There is no root");
  createRoot(element, { onCaughtError: () => {} }).render(<StrictMode>{children}</StrictMode>);
}

/** React reports what an error boundary catches to the console and, up to 18, to the window too; a test fails on either. */
export function expectErrors(pattern: RegExp): void {
  window.addEventListener("error", (event) => {
    if (pattern.test(event.message)) event.preventDefault();
  });
  const { error } = console;
  console.error = (...args: unknown[]) => {
    if (!args.some((arg) => pattern.test(String(arg)))) error(...args);
  };
}

/** Shows the message of what is thrown below it. */
export class Catch extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};

  static getDerivedStateFromError(error: Error): { message: string } {
    return { message: error.message };
  }

  override render(): ReactNode {
    return this.state.message === undefined ? this.props.children : <p>caught: {this.state.message}</p>;
  }
}
