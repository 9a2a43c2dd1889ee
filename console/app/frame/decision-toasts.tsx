/** Decisions of this window that wait to be sent, and can be taken back until then; and what became of the others. */
import { Affix, Button, Notification, Stack } from "@mantine/core";
import { useEffect } from "react";
import { nameOfBooking } from "../../page/parts/booking-facts.ts";
import { problemInWords } from "../../page/problem-words.ts";
import { type Decision, decisions, takeBack } from "../../page/screens/holds/decisions.ts";
import { fill } from "../../page/texts/fill.ts";
import { counted, texts } from "../../page/texts/texts.ts";
import { frameWords } from "./texts.ts";

const doneMs = 4_000;

/** More of them have one toast for all. */
const ownMax = 3;

export function DecisionToasts() {
  const of = (state: Decision["state"]) => decisions.value.filter((each) => each.state === state);
  const [waiting, done] = [of("waiting"), of("done")];
  const isAmongSeveral = ({ state }: Decision): boolean =>
    (state === "waiting" && waiting.length > ownMax) || (state === "done" && done.length > ownMax);
  const others = decisions.value.filter((each) => !isAmongSeveral(each));
  return (
    <Affix position={{ bottom: 16, right: 16 }} zIndex={500} className="toasts">
      <Stack gap="xs" component="output" aria-label={texts.holds.decisions}>
        {waiting.length > ownMax && <SeveralWaiting decisions={waiting} />}
        {done.length > ownMax && <SeveralDone key={done.at(-1)?.id} decisions={done} />}
        {others.map((each) => (
          <Toast key={each.id} decision={each} />
        ))}
      </Stack>
    </Affix>
  );
}

interface SeveralGiven {
  readonly decisions: readonly Decision[];
}

function SeveralWaiting({ decisions: waiting }: SeveralGiven) {
  const words = frameWords();
  return (
    <Notification withBorder withCloseButton={false} color="tide" role="presentation">
      {counted(waiting.length, words.severalWaiting)}{" "}
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          for (const each of waiting) takeBack(each);
        }}
      >
        {words.undoAll}
      </Button>
    </Notification>
  );
}

function SeveralDone({ decisions: done }: SeveralGiven) {
  const close = (): void => {
    decisions.value = decisions.value.filter(({ state }) => state !== "done");
  };
  useEffect(() => {
    const timer = setTimeout(close, doneMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notification
      withBorder
      onClose={close}
      closeButtonProps={{ "aria-label": texts.parts.close }}
      color="tide"
      role="presentation"
    >
      {counted(done.length, frameWords().severalDone)}
    </Notification>
  );
}

function Toast({ decision }: { readonly decision: Decision }) {
  const { id, state } = decision;
  const close = (): void => {
    decisions.value = decisions.value.filter((each) => each.id !== id);
  };
  useEffect(() => {
    if (state !== "done") return undefined;
    const timer = setTimeout(close, doneMs);
    return () => clearTimeout(timer);
  }, [state]);
  const isOpen = state === "waiting" || state === "sending";
  return (
    <Notification
      withBorder
      withCloseButton={!isOpen}
      onClose={close}
      closeButtonProps={{ "aria-label": texts.parts.close }}
      loading={state === "sending"}
      color={state === "done" || isOpen ? "tide" : "red"}
      role="presentation"
    >
      {wordsOf(decision)}{" "}
      {state === "waiting" && (
        <Button size="compact-sm" variant="light" onClick={() => takeBack(decision)}>
          {frameWords().undo}
        </Button>
      )}
    </Notification>
  );
}

function wordsOf({ kind, state, booking, error, found }: Decision): string {
  const { holds, status } = texts;
  const { doing, done } = frameWords();
  const name = nameOfBooking(booking);
  // A confirmed booking is cancelled, and a hold is released.
  const isCancel = kind === "release" && booking.status !== "ON_HOLD";
  if (state === "done") return fill(isCancel ? done : holds.done[kind], { name });
  if (found) return fill(holds.outdated, { name, status: status[found] });
  if (state !== "failed") return fill(isCancel ? doing : holds.doing[kind], { name });
  return fill(holds.failed, { name, sentence: problemInWords(error, texts).sentence });
}
