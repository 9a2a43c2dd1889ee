/** The actions on an order, and what each concerns: all of its live bookings, or none. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Hourglass from "lucide-react/icons/hourglass";
import { useState } from "react";
import { soldWords } from "../../../page/catalog.ts";
import { extendedMinutes } from "../../../page/parts/hold-time.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import type { OpenedBooking } from "../../../page/screens/booking/load-booking.ts";
import { askingOf, liveOf } from "../../../page/screens/orders/live.ts";
import type { OpenedOrder } from "../../../page/screens/orders/load-order.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ConfirmModal } from "../../parts/confirm-modal.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { orderTexts } from "./texts.ts";

interface Given {
  readonly opened: OpenedOrder;
  readonly done: (sentence: string) => void;
}

export function OrderActions({ opened, done }: Given) {
  const { order, aheadMs } = opened;
  const words = orderTexts();
  const { act, error, isBusy } = useAction();
  const [isCancelling, cancelling] = useDisclosure();
  const isOpen = order.status === "OPEN";
  if (!isOpen && order.status !== "CONFIRMED") return null;
  const confirm = () =>
    act(
      ({ orders }) => orders.confirm(order.id),
      () => done(words.isConfirmed),
    );
  const extend = () => {
    const expirationMinutes = extendedMinutes(order, Date.now() + aheadMs);
    return act(
      ({ orders }) => orders.extend(order.id, { expirationMinutes }),
      () => done(words.isExtended),
    );
  };
  const icon = { size: 16, "aria-hidden": true } as const;
  return (
    <>
      <ProblemNote error={error} />
      {isOpen && <Effects {...opened} />}
      <Group gap="xs" className="acts">
        {isOpen && (
          <>
            <Button
              loading={isBusy}
              disabled={liveOf(opened.bookings).length === 0}
              leftSection={<Check {...icon} />}
              onClick={() => void confirm()}
            >
              {words.confirm}
            </Button>
            <Button
              variant="default"
              loading={isBusy}
              leftSection={<Hourglass {...icon} />}
              onClick={() => void extend()}
            >
              {words.extend}
            </Button>
          </>
        )}
        <Button variant="default" leftSection={<Ban {...icon} />} onClick={cancelling.open}>
          {words.cancel}
        </Button>
      </Group>
      <Cancel opened={opened} isShown={isCancelling} close={cancelling.close} done={done} />
    </>
  );
}

/** Says what confirming and holding longer concern. */
function Effects({ order: { expiresAt }, bookings }: OpenedOrder) {
  const words = orderTexts();
  const [live, asking] = [liveOf(bookings).length, askingOf(bookings).length];
  if (live === 0) return <Text size="sm">{words.noLive}</Text>;
  return (
    <Text size="sm">
      {counted(live, words.confirms)} {asking > 0 && counted(asking, words.asks)}{" "}
      {expiresAt && fill(words.extends, { time: timeWords(expiresAt, viewerZone, true) })}
    </Text>
  );
}

interface CancelGiven extends Given {
  readonly isShown: boolean;
  readonly close: () => void;
}

function Cancel({ opened: { order, bookings }, isShown, close, done }: CancelGiven) {
  const words = orderTexts();
  const [reason, setReason] = useState("");
  const [force, setForce] = useState(false);
  const live = liveOf(bookings);
  return (
    <ConfirmModal
      isShown={isShown}
      close={close}
      title={fill(words.cancelTitle, { reference: order.reference })}
      submit={words.doCancel}
      send={({ orders }) =>
        orders.cancel(order.id, { force, ...(reason.trim() !== "" && { reason: reason.trim() }) })
      }
      done={() => done(words.isCancelled)}
    >
      <Stack gap="sm">
        {counted(live.length, words.cancels)}
        <ul className="plain">
          {live.map((each) => (
            <Lost key={each.booking.id} {...each} />
          ))}
        </ul>
        {order.status === "CONFIRMED" && (
          <Checkbox
            label={words.late}
            checked={force}
            onChange={({ currentTarget }) => setForce(currentTarget.checked)}
          />
        )}
        <TextInput
          label={texts.holds.reason}
          maxLength={1_000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmModal>
  );
}

/** A booking that is cancelled with the order, and what is paid back for it. */
function Lost({ booking, catalog }: OpenedBooking) {
  const words = orderTexts();
  const { id, optionId, reference, status, updatedAt } = booking;
  const { data: quote } = useQuery({
    queryKey: ["refund", id, updatedAt],
    queryFn: ({ signal }) => ask(({ bookings }) => bookings.quoteCancellation(id), signal),
    enabled: status !== "ON_HOLD",
  });
  const sold = catalog?.options.get(optionId);
  return (
    <li>
      {sold ? soldWords(sold) : optionId} <span className="soft">{reference}</span>
      {quote && `: ${fill(words.paidBack, { amount: moneyWords(quote.refund, quote) })}`}
      {quote?.code === "CANCELLATION_CUTOFF_PASSED" && (
        <strong className="danger">, {words.tooLate}</strong>
      )}
    </li>
  );
}
