import { Component, type ReactNode } from "react";

/** Says why there is nothing to show. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};

  static getDerivedStateFromError(error: Error): { message: string } {
    return { message: error.message };
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === undefined ? this.props.children : <p role="alert">{message}</p>;
  }
}
