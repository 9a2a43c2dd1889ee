/** The order at a glance: what is paid, until when it is held, and whom it is for. */
import { Card } from "@mantine/core";
import type { Order } from "@slipway/client";
import { customerOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { texts } from "../../../page/texts/texts.ts";
import { bookingTexts } from "../booking/texts.ts";
import { orderTexts } from "./texts.ts";

export function OrderFacts({ order }: { readonly order: Order }) {
  const { booking, day, holds, status: states } = texts;
  const words = orderTexts();
  const { status, expiresAt, createdAt, confirmedAt, cancelledAt } = order;
  const { name, email, phone } = customerOf(order);
  const at = (time: string | null) => time && timeWords(time, viewerZone, true);
  const facts = [
    [day.total, <strong className="number">{moneyWords(order.retail, order)}</strong>],
    [booking.heldUntil, status === "OPEN" && at(expiresAt)],
    [words.made, at(createdAt)],
    [states.CONFIRMED, at(confirmedAt)],
    [states.CANCELLED, at(cancelledAt)],
    [holds.reason, order.cancellationReason],
    [words.contact, name],
    [day.email, email],
    [day.phone, phone],
    [day.notes, order.notes],
    [booking.resellerReference, order.resellerReference],
    [bookingTexts().externalId, order.externalId],
  ] as const;
  return (
    <Card component="section" withBorder padding="lg" aria-label={words.one}>
      <dl className="facts">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
