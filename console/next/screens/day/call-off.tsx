/** Calls a departure off: who is affected, what became of each booking, and the message to its guests. */
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Catalog } from "../../../page/catalog.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { counted } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { AffectedParties } from "../closures/affected-parties.tsx";
import { Message } from "../closures/message.tsx";
import { closureWords } from "../closures/texts.ts";
import { dayTexts } from "./texts.ts";

export interface ToCallOff {
  readonly departure: Departure;
  readonly catalog: Catalog;
  readonly close: () => void;
  readonly done: () => void;
}

export function CallOff({ departure, catalog, close, done }: ToCallOff) {
  const { optionId, startAt, entry } = departure;
  const words = dayTexts();
  const [affected] = useState(departure.bookings);
  const [reason, setReason] = useState("");
  const { act, error, isBusy } = useAction();
  const isOff = entry?.runs === "CALLED_OFF";
  // The day is read anew with each change: a booking that is cancelled leaves it.
  const left = new Set(departure.bookings.map(({ id }) => id));
  const shown = affected.map((booking) =>
    left.has(booking.id) ? booking : { ...booking, status: "CANCELLED" as const },
  );
  const parties = shown.length > 0 && <AffectedParties bookings={shown} catalog={catalog} />;
  if (isOff)
    return (
      <Stack>
        <Alert color={left.size > 0 ? "orange" : "teal"} title={words.isCalledOff}>
          {counted(affected.length - left.size, closureWords().doneCount, { all: affected.length })}
        </Alert>
        {parties}
        {affected.length > 0 && <Message bookings={affected} note={reason.trim()} />}
        <Group justify="flex-end">
          <Button onClick={close}>{closureWords().ready}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
      <Text size="sm">{words.callOffHint}</Text>
      {parties}
      <TextInput
        label={words.why}
        description={words.callOffWhy}
        required
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ProblemNote error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.keep}
        </Button>
        <Button
          color="red"
          loading={isBusy}
          disabled={reason.trim() === ""}
          onClick={() =>
            void act(
              ({ departures }) => departures.callOff({ optionId, startAt, reason: reason.trim() }),
              done,
            )
          }
        >
          {affected.length > 0 ? counted(affected.length, words.doCallOff) : words.callOffEmpty}
        </Button>
      </Group>
    </Stack>
  );
}
