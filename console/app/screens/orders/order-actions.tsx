/** The actions on an order, and what each concerns: all of its live bookings, or none. */
import { Button, Checkbox, Group, Menu, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Hourglass from "lucide-react/icons/hourglass";
import { useState } from "react";
import { soldWords } from "../../../page/catalog.ts";
import { calledOf } from "../../../page/parts/booking-facts.ts";
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
import { RowMenu } from "../../parts/row-menu.tsx";
import { showProblem } from "../../parts/show-problem.tsx";
import { orderTexts } from "./texts.ts";

interface Given {
  readonly opened: OpenedOrder;
  readonly done: (sentence: string) => void;
}

/** Confirms it: the main action of an open order. */
export function ConfirmOrder({ opened, done }: Given) {
  const words = orderTexts();
  const { act, error, isBusy } = useAction();
  return (
    <>
      <ProblemNote error={error} />
      <Effects {...opened} />
      <Group gap="xs" className="acts">
        <Button
          loading={isBusy}
          disabled={liveOf(opened.bookings).length === 0}
          leftSection={<Check size={16} aria-hidden />}
          onClick={() =>
            void act(
              ({ orders }) => orders.confirm(opened.order.id),
              () => done(words.isConfirmed),
            )
          }
        >
          {words.confirm}
        </Button>
      </Group>
    </>
  );
}

/** The menu of all else that is done with it. */
export function OrderMenu({ opened, done }: Given) {
  const { order, aheadMs } = opened;
  const words = orderTexts();
  const [isCancelling, cancelling] = useDisclosure();
  const extend = useMutation({
    mutationFn: () => {
      const expirationMinutes = extendedMinutes(order, Date.now() + aheadMs);
      return ask(({ orders }) => orders.extend(order.id, { expirationMinutes }));
    },
    onSuccess: () => done(words.isExtended),
    onError: showProblem,
  });
  return (
    <>
      <RowMenu name={calledOf(order).called} isOfPage>
        {order.status === "OPEN" && (
          <>
            <Menu.Item
              leftSection={<Hourglass size={16} aria-hidden />}
              disabled={extend.isPending}
              onClick={() => extend.mutate()}
            >
              {words.extend}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          className="danger"
          leftSection={<Ban size={16} aria-hidden />}
          onClick={cancelling.open}
        >
          {words.cancel}
        </Menu.Item>
      </RowMenu>
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
