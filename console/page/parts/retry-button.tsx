/** Does once more what has been tried, and says why that is refused. */
import type { Slipway } from "@slipway/client";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useAction } from "../../use-action.ts";

interface Given {
  readonly label: string;
  readonly name: string;
  readonly act: (slipway: Slipway) => Promise<unknown>;
  readonly done: () => void;
}

export function RetryButton({ label, name, act, done }: Given) {
  const acting = useAction();
  return (
    <>
      <button
        type="button"
        disabled={acting.isBusy}
        aria-label={fill(texts.value.parts.actOn, { action: label, name })}
        onClick={() => void acting.act(act, done)}
      >
        {label}
      </button>
      {acting.error !== undefined && <ProblemNote error={acting.error} />}
    </>
  );
}
