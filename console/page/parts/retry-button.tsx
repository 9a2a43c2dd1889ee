/** Does once more what has been tried, and says why that is refused. */
import type { Operations } from "@slipway/client";
import { NamedButton } from "./named-button.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { useAction } from "../use-action.ts";

interface Given {
  readonly label: string;
  readonly name: string;
  readonly act: (slipway: Operations) => Promise<unknown>;
  readonly done: () => void;
}

export function RetryButton({ label, name, act, done }: Given) {
  const acting = useAction();
  return (
    <>
      <NamedButton
        label={label}
        name={name}
        disabled={acting.isBusy}
        onClick={() => void acting.act(act, done)}
      />
      <ProblemNote error={acting.error} />
    </>
  );
}
