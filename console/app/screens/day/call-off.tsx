/** Calls departures off: who is affected, what became of each booking, and the message to the guests. */
import { Alert, Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Booking } from "@slipway/client";
import type { Catalog } from "../../../page/catalog.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { problemInWords } from "../../../page/problem-words.ts";
import { type Departure, nameOf } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { AffectedParties } from "../closures/affected-parties.tsx";
import { Message } from "../closures/message.tsx";
import { closureWords } from "../closures/texts.ts";
import { type CallOffFailure, callOffAll } from "./call-off-all.ts";
import { dayTexts } from "./texts.ts";

/** Parties that have come stay: they are neither counted nor written to. */
const hasNotCome = (booking: Booking | undefined): boolean => !booking?.redeemed;

export interface ToCallOff {
  /** The departures as they are now. The ones that were there at first are called off, together. */
  readonly departures: readonly Departure[];
  readonly catalog: Catalog;
  readonly close: () => void;
  readonly done: () => void;
}

export function CallOff({ departures, catalog, close, done }: ToCallOff) {
  const [chosen] = useState(departures);
  const [reason, setReason] = useState("");
  const [failed, setFailed] = useState<readonly CallOffFailure[]>();
  const { act, error, isBusy } = useAction();
  const send = (asked: readonly Departure[]): void =>
    void act(
      (slipway) => callOffAll(slipway, asked, reason.trim()),
      (left) => {
        setFailed(left);
        done();
      },
    );
  const affected = chosen.flatMap(({ bookings }) => bookings).filter(hasNotCome);
  if (failed)
    return (
      <Stack>
        <Result
          chosen={chosen}
          departures={departures}
          failed={failed}
          catalog={catalog}
          note={reason.trim()}
        />
        <ProblemNote error={error} />
        <Group justify="flex-end">
          {failed.length > 0 && (
            <Button
              variant="default"
              loading={isBusy}
              onClick={() => send(failed.map(({ departure }) => departure))}
            >
              {closureWords().again}
            </Button>
          )}
          <Button onClick={close}>{closureWords().ready}</Button>
        </Group>
      </Stack>
    );
  const words = dayTexts();
  return (
    <Stack>
      <Text size="sm">
        {chosen.length === 1 ? words.callOffHint : counted(chosen.length, words.callOffDayHint)}
      </Text>
      {affected.length > 0 && (
        <AffectedParties bookings={affected} catalog={catalog} isOfOne={chosen.length === 1} />
      )}
      <Reason reason={reason} setReason={setReason} />
      <ProblemNote error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.keep}
        </Button>
        <Button
          color="red"
          // Two numbers are too wide for a telephone.
          h="auto"
          mih={36}
          py={6}
          styles={{ label: { whiteSpace: "normal" } }}
          loading={isBusy}
          disabled={reason.trim() === ""}
          onClick={() => send(chosen)}
        >
          {submitWords(chosen.length, affected.length)}
        </Button>
      </Group>
    </Stack>
  );
}

function Reason({
  reason,
  setReason,
}: {
  readonly reason: string;
  readonly setReason: (reason: string) => void;
}) {
  const words = dayTexts();
  return (
    <TextInput
      label={words.why}
      description={words.callOffWhy}
      required
      maxLength={500}
      data-autofocus
      value={reason}
      onChange={({ currentTarget }) => setReason(currentTarget.value)}
    />
  );
}

function submitWords(departures: number, bookings: number): string {
  const { doCallOff, callOffEmpty, doCallOffDay, callOffDayEmpty } = dayTexts();
  if (departures === 1) return bookings > 0 ? counted(bookings, doCallOff) : callOffEmpty;
  if (bookings > 0) return counted(bookings, doCallOffDay, { departures });
  return fill(callOffDayEmpty, { departures });
}

interface Called extends Pick<ToCallOff, "departures" | "catalog"> {
  readonly chosen: readonly Departure[];
  readonly failed: readonly CallOffFailure[];
  readonly note: string;
}

function Result({ chosen, departures, failed, catalog, note }: Called) {
  const words = dayTexts();
  const still = new Set(failed.map(({ departure: { key } }) => key));
  // The day is read anew with each change: a booking that is cancelled leaves it. A party may have come meanwhile.
  const left = new Map(
    departures.flatMap(({ bookings }) => bookings).map((each) => [each.id, each]),
  );
  const told = chosen
    .filter(({ key }) => !still.has(key))
    .flatMap(({ bookings }) => bookings)
    .filter(({ id }) => hasNotCome(left.get(id)));
  const shown = told.map((booking) =>
    left.has(booking.id) ? booking : { ...booking, status: "CANCELLED" as const },
  );
  const cancelled = told.filter(({ id }) => !left.has(id)).length;
  return (
    <>
      <Alert
        color={cancelled < told.length ? "orange" : "teal"}
        title={chosen.length === 1 ? words.isCalledOff : words.areCalledOff}
      >
        {counted(cancelled, closureWords().doneCount, { all: told.length })}
      </Alert>
      {failed.length > 0 && (
        <Alert color="red" title={counted(failed.length, words.notCalledOff)}>
          <List size="sm">
            {failed.map(({ departure, error }) => (
              <List.Item key={departure.key}>
                {timeWords(departure.startAt, departure.timezone)} {nameOf(departure)}:{" "}
                {problemInWords(error, texts).sentence}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {told.length > 0 && (
        <AffectedParties bookings={shown} catalog={catalog} isOfOne={chosen.length === 1} />
      )}
      {told.length > 0 && <Message bookings={told} note={note} />}
    </>
  );
}
