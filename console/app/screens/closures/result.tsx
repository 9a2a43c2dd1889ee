/** The result of a closure, with one for each booking, and the message that is left to send. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { AvailabilityBlock, Booking } from "@slipway/client";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import { counted } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import type { Affected } from "./load-closures.ts";
import { Message } from "./message.tsx";
import { Outcomes } from "./outcomes.tsx";
import { type Choice, type Outcome, removeBlocks } from "./run-closure.ts";
import { closureWords } from "./texts.ts";

interface Given {
  readonly choice: Choice;
  readonly outcomes: readonly Outcome[];
  readonly again: (outcome: Outcome) => Promise<void>;
  readonly affected: Affected;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly made: readonly AvailabilityBlock[];
  readonly note: string;
  readonly close: () => void;
}

export function Result(given: Given) {
  const { choice, outcomes, again, affected, isBusy, error, made, note, close } = given;
  const words = closureWords();
  const { attempt, ...opening } = useAction();
  const changed = useSoldChanged();
  const failed = outcomes.filter((each) => each.error !== undefined);
  const left = isBusy || choice !== "move" ? [] : leftOf(affected, outcomes);
  return (
    <Stack gap="md">
      <Alert color={failed.length > 0 ? "orange" : "teal"} title={words.isClosed}>
        {outcomes.length > 0 &&
          counted(outcomes.length - failed.length, words.doneCount, { all: outcomes.length })}
      </Alert>
      <ProblemNote error={error ?? opening.error} />
      {outcomes.length > 0 && (
        <Outcomes outcomes={outcomes} again={(outcome) => again(outcome).finally(changed)} />
      )}
      {left.length > 0 && (
        <Text size="sm" fw={600}>
          {counted(left.length, words.notMoved)} {left.map(nameOfBooking).join("; ")}
        </Text>
      )}
      {affected.bookings.length > 0 && choice !== "only" && (
        <Message bookings={affected.bookings} note={note} />
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          loading={opening.isBusy}
          disabled={isBusy}
          onClick={() => void attempt(() => removeBlocks(made).finally(changed), close)}
        >
          {words.open}
        </Button>
        <Button onClick={close} disabled={isBusy}>
          {words.ready}
        </Button>
      </Group>
    </Stack>
  );
}

/** Bookings for which no other departure was found. */
function leftOf({ bookings }: Affected, outcomes: readonly Outcome[]): readonly Booking[] {
  const tried = new Set(outcomes.map(({ booking }) => booking.id));
  return bookings.filter(({ id }) => !tried.has(id));
}
