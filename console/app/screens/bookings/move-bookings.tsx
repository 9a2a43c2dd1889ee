/** Moves the bookings that are chosen to another day, each with a quote, at the price that the guest has agreed to. */
import { Button, Group, Modal, Stack } from "@mantine/core";
import type { Booking } from "@slipway/client";
import { useState } from "react";
import { type Catalog, zoneOf } from "../../../page/catalog.ts";
import { counted } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { dayAfter, dayIn } from "../../../page/zone.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { partWords } from "../../parts/texts.ts";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { MoveTargets, type Targets } from "../closures/move-targets.tsx";
import { Outcomes } from "../closures/outcomes.tsx";
import { useOutcomes } from "../closures/use-outcomes.ts";
import { bookingsTexts } from "./texts.ts";

interface Given {
  readonly bookings: readonly Booking[];
  readonly catalog: Catalog;
  readonly close: () => void;
}

export function MoveBookings(given: Given) {
  const [bookings] = useState(given.bookings);
  return (
    <Modal
      opened
      onClose={given.close}
      size="lg"
      title={counted(bookings.length, bookingsTexts().moveTitle)}
      closeOnClickOutside={false}
    >
      <Form {...given} bookings={bookings} />
    </Modal>
  );
}

function Form({ bookings, catalog, close }: Given) {
  const words = bookingsTexts();
  const [targets, setTargets] = useState<Targets>(new Map());
  const { outcomes, run, again } = useOutcomes("");
  const { attempt, error, isBusy } = useAction();
  const changed = useSoldChanged();
  const [first] = bookings;
  const firstDay = dayAfter(dayIn(first?.startAt ?? "", zoneOf(catalog, first?.optionId ?? "")));
  const movable = bookings.filter(({ id }) => targets.has(id));
  return (
    <Stack>
      {outcomes ? (
        <Outcomes outcomes={outcomes} again={(outcome) => again(outcome).finally(changed)} />
      ) : (
        <MoveTargets {...{ bookings, catalog, firstDay, setTargets }} />
      )}
      <ProblemNote error={error} />
      <Group justify="flex-end">
        <Button variant="default" disabled={isBusy} onClick={close}>
          {outcomes ? words.ready : partWords().cancel}
        </Button>
        {(!outcomes || isBusy) && (
          <Button
            loading={isBusy}
            disabled={movable.length === 0}
            onClick={() => void attempt(() => run(movable, targets).finally(changed))}
          >
            {counted(movable.length, words.doMove)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
