/** Shows what a screen has loaded, or why it has not. */
import type { ComponentChildren } from "preact";
import { texts } from "../texts/texts.ts";
import type { Loaded } from "../use-load.ts";
import { ProblemNote } from "./problem-note.tsx";

interface Given<Data> {
  readonly loaded: Loaded<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

export function IfLoaded<Data>({ loaded, children }: Given<Data>) {
  const { data, error, reload } = loaded;
  return (
    <>
      <ProblemNote error={error} again={reload} />
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && <p class="minor">{texts.app.loading}</p>}
    </>
  );
}
