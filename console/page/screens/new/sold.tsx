/** The result of the sale, and links to go on from there. */
import { useEffect, useRef } from "preact/hooks";
import type { Booking, Supplier } from "@slipway/client";
import { StatusMark } from "../../parts/booking-words.tsx";
import { ViewerTime, ZonedTime } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { dayIn } from "../../zone.ts";

export interface SoldGiven {
  readonly booking: Booking;
  /** Its answer was lost at first, and the form was changed after that. */
  readonly isAsFirst: boolean;
  readonly timezone: string;
  readonly supplier: Pick<Supplier, "id" | "timezone">;
}

export function Sold({ booking, isAsFirst, timezone, supplier }: SoldGiven) {
  const words = texts.sale;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { id, reference, startAt, optionId, status, expiresAt } = booking;
  // The day sheet has the supplier's days, also where a product departs in another zone.
  const day = dayIn(startAt, supplier.timezone);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {fill(status === "ON_HOLD" ? words.held : words.done, { reference })}
      </h2>
      <p>
        <ZonedTime at={startAt} zone={timezone} withDay /> <StatusMark status={status} />
        {status === "ON_HOLD" && expiresAt !== null && (
          <>
            {" "}
            {texts.booking.heldUntil} <ViewerTime at={expiresAt} />
          </>
        )}
      </p>
      {isAsFirst && <p role="alert">{words.asFirst}</p>}
      <ul>
        <li>
          <a href={hrefOf(`/bookings/${id}`)}>{words.toBooking}</a>
        </li>
        <li>
          <a
            href={hrefOf(`/day/${day}`, {
              supplier: supplier.id,
              departure: `${optionId}@${startAt}`,
            })}
          >
            {words.toDay}
          </a>
        </li>
        <li>
          {/* The same address begins anew only as another page. */}
          <a href={hrefOf("/new", { supplier: supplier.id, option: optionId })} target="_self">
            {words.another}
          </a>
        </li>
      </ul>
    </section>
  );
}
