/** Asks why, and offers the reasons that were used last. */
import { Autocomplete, Button, Group, Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import type { Waiting } from "../../../page/screens/holds/waiting.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { lastRejections } from "../../parts/last-reasons.ts";
import { holdsTexts } from "./texts.ts";

interface Given {
  /** None: it is closed. */
  readonly rows: readonly Waiting[];
  readonly reject: (reason: string) => void;
  readonly close: () => void;
}

export function RejectDialog({ rows, reject, close }: Given) {
  const words = texts.holds;
  const [first] = rows;
  const title =
    rows.length === 1 && first
      ? fill(words.rejectOne, { name: nameOfBooking(first.booking) })
      : counted(rows.length, words.rejectSeveral);
  return (
    <Modal opened={first !== undefined} onClose={close} title={title}>
      {first && <Form reject={reject} close={close} />}
    </Modal>
  );
}

function Form({ reject, close }: Omit<Given, "rows">) {
  const words = texts.holds;
  const [typed, setTyped] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const used = useQuery(lastRejections);
  const send = (): void => {
    const reason = typed.trim();
    if (reason === "") return setIsMissing(true);
    reject(reason);
    close();
  };
  return (
    <Stack>
      <Autocomplete
        label={words.reason}
        description={words.reasonHint}
        data-autofocus
        maxLength={1_000}
        data={used.data ?? []}
        value={typed}
        onChange={setTyped}
        error={isMissing && typed.trim() === "" ? words.reasonMissing : undefined}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {holdsTexts().keep}
        </Button>
        <Button onClick={send}>{texts.booking.action.reject}</Button>
      </Group>
    </Stack>
  );
}
