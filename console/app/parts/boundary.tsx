import { Component, type ReactNode } from "react";
import { ProblemNote } from "./problem-note.tsx";

interface Given {
  readonly children: ReactNode;
}

/** A page that fails says so; the menu stays. React knows no other way than a class. */
export class Boundary extends Component<Given, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return <ProblemNote error={this.state.error} again={() => location.reload()} />;
  }
}
