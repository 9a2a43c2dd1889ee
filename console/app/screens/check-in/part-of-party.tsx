/** A part of a party that comes by name: how many of each kind are here by now. */
import "@mantine/core/styles/NumberInput.css";
import { Button, Group, Modal, NumberInput, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Booking } from "@slipway/client";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import { type PartyLines, hereOf, linesOf } from "../../../page/screens/check-in/party-lines.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { partWords } from "../../parts/texts.ts";
import { checkInTexts } from "./texts.ts";

interface Given {
  readonly booking: Booking;
  readonly close: () => void;
  readonly checkIn: (items: PartyLines) => void;
}

export function PartOfParty({ booking, ...given }: Given) {
  const words = checkInTexts();
  return (
    <Modal
      opened
      onClose={given.close}
      title={fill(words.partTitle, { name: nameOfBooking(booking) })}
    >
      <Form booking={booking} {...given} />
    </Modal>
  );
}

function Form({ booking, close, checkIn }: Given) {
  const words = checkInTexts();
  const { id, redeemed } = booking;
  const { data, isPending } = useQuery({
    queryKey: ["tickets", id, redeemed?.lastAt],
    queryFn: ({ signal }) => ask(({ bookings }) => bookings.listTickets(id), signal),
    // Without a connection it waits for one otherwise, and a party waits at the gate.
    networkMode: "always",
  });
  const [typed, setTyped] = useState<Readonly<Record<string, number>>>({});
  if (isPending) return <Skeleton h={120} />;
  const here = hereOf(data ?? []);
  const items = linesOf(booking).flatMap(({ id: unitItemId }) => {
    const quantity = typed[unitItemId] ?? here.get(unitItemId) ?? 0;
    return quantity > 0 ? [{ unitItemId, quantity }] : [];
  });
  return (
    <Stack>
      <Text size="sm" className="soft">
        {data ? words.partHint : words.partUnknown}
      </Text>
      {linesOf(booking).map(({ id: lineId, name, quantity }) => (
        <NumberInput
          key={lineId}
          label={fill(words.partOf, { name, all: quantity })}
          // Nobody is taken back by it.
          min={here.get(lineId) ?? 0}
          max={quantity}
          clampBehavior="strict"
          allowDecimal={false}
          value={typed[lineId] ?? here.get(lineId) ?? 0}
          onChange={(count) => setTyped({ ...typed, [lineId]: Number(count) })}
        />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {partWords().cancel}
        </Button>
        <Button
          disabled={items.length === 0}
          onClick={() => {
            close();
            checkIn(items);
          }}
        >
          {words.checkIn}
        </Button>
      </Group>
    </Stack>
  );
}
