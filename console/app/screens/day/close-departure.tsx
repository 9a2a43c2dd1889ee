/** Stops the sale of a departure, and lets it go on. Bookings that are there stay. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { Operations } from "@slipway/client";
import { timeWords } from "../../../page/parts/time-words.ts";
import { block, unblock } from "../../../page/screens/day/block.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly isShown: boolean;
  readonly close: () => void;
  readonly departure: Departure;
  readonly done: () => void;
}

export function CloseDeparture({ isShown, close, departure, done }: Given) {
  const { startAt, timezone, blocks, sold } = departure;
  const words = dayTexts();
  const title = fill(blocks.length === 0 ? words.closeTitle : words.openTitle, {
    product: sold?.product.name ?? "",
    time: timeWords(startAt, timezone, true),
  });
  return (
    <Modal opened={isShown} onClose={close} title={title}>
      <Form departure={departure} close={close} done={done} />
    </Modal>
  );
}

function Form({ departure, close, done }: Omit<Given, "isShown">) {
  const { bookings, blocks } = departure;
  const words = dayTexts();
  const isClosing = blocks.length === 0;
  const [note, setNote] = useState("");
  const { act, error, isBusy } = useAction();
  const send = (slipway: Operations): Promise<void> =>
    isClosing ? block(slipway, departure, note.trim()) : unblock(slipway, departure);
  const end = (): void => {
    notifications.show({ color: "green", message: isClosing ? words.isClosed : words.isOpen });
    close();
    done();
  };
  return (
    <Stack>
      {isClosing ? (
        <Text size="sm">{texts.day.blockHint}</Text>
      ) : (
        <WhatOpens departure={departure} />
      )}
      {isClosing && bookings.length > 0 && (
        <Text size="sm" fw={600}>
          {counted(bookings.length, texts.day.staying)}
        </Text>
      )}
      {isClosing && (
        <TextInput
          label={words.why}
          description={words.whyHint}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
      <ProblemNote error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.keep}
        </Button>
        <Button
          color={isClosing ? "red" : undefined}
          loading={isBusy}
          onClick={() => void act(send, end)}
        >
          {isClosing ? words.doClose : words.doOpen}
        </Button>
      </Group>
    </Stack>
  );
}

/** Longer closures over a departure, which a user must know of before opening it. */
function WhatOpens({ departure: { blocks, timezone } }: Pick<Given, "departure">) {
  const { unblockHint, wideBlock } = texts.day;
  const wide = blocks.filter(({ startAt, endAt }) => Date.parse(endAt) - Date.parse(startAt) > 1);
  if (wide.length === 0) return <Text size="sm">{unblockHint}</Text>;
  return wide.map(({ id, startAt, endAt, note }) => (
    <Text key={id} size="sm">
      {fill(wideBlock, {
        from: timeWords(startAt, timezone, true),
        to: timeWords(endAt, timezone, true),
      })}{" "}
      {note}
    </Text>
  ));
}
