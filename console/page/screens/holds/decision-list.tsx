/** The decisions of this window: what can still be taken back, and what became of the others. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { nameOfBooking } from "../../parts/booking-facts.ts";
import { problemInWords } from "../../problem-words.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { type Decision, decisions, takeBack } from "./decisions.ts";

export function DecisionList() {
  const words = texts.holds;
  const taken = decisions.value;
  const list = useRef<HTMLOutputElement>(null);
  // The button that was pressed has left the page with its row, and with it the focus. A key that is
  // pressed at once must find it here.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && taken.length > 0) list.current?.focus({ preventScroll: true });
  }, [taken]);
  return (
    <output
      ref={list}
      tabIndex={-1}
      class={taken.length > 0 ? "decisions" : ""}
      aria-label={words.decisions}
    >
      {taken.map((decision) => (
        <span key={decision.id}>
          {wordsOf(decision)}{" "}
          {decision.state === "waiting" && (
            <button type="button" onClick={() => takeBack(decision)}>
              {fill(words.undo, { name: nameOfBooking(decision.booking) })}
            </button>
          )}
        </span>
      ))}
    </output>
  );
}

function wordsOf({ kind, state, booking, error, found }: Decision): string {
  const words = texts.holds;
  const name = nameOfBooking(booking);
  if (state === "done") return fill(words.done[kind], { name });
  if (found) return fill(words.outdated, { name, status: texts.status[found] });
  if (state !== "failed") return fill(words.doing[kind], { name });
  const { sentence } = problemInWords(error, texts);
  return fill(words.failed, { name, sentence });
}
