/** Departures that a block would close, and bookings that stay. */
import type { Booking, Supplier } from "@slipway/client";
import { bookingColumns, stateColumns } from "../../parts/booking-columns.tsx";
import { customerOf, emailsOf, liveStatuses } from "../../parts/booking-facts.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { listDepartures } from "../../list-departures.ts";
import { may } from "../../session.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { useStill } from "../../use-still.ts";

interface Given {
  readonly supplier: Supplier;
  readonly block: {
    readonly productId: string;
    readonly startAt: string;
    readonly endAt: string;
  };
  readonly zone: string;
}

/** The longest block whose departures are counted. */
const countedMs = 400 * 86_400_000;

export function BlockCover({ supplier, block, zone }: Given) {
  const { productId, startAt: from, endAt } = block;
  const covered = useLoad(useStill(`${productId} ${from} ${endAt}`), async (slipway) => {
    // Both ends of a range are asked for, but what starts when the block ends is on sale.
    const asked = { productId, from, to: new Date(Date.parse(endAt) - 1).toISOString() };
    const isShort = Date.parse(endAt) - Date.parse(from) <= countedMs;
    const all = { ...asked, supplierId: supplier.id };
    const live = { ...asked, status: liveStatuses, sort: "startAt" } as const;
    const [departures, bookings] = await Promise.all([
      isShort ? listDepartures(slipway, all) : undefined,
      may("bookings:read") ? slipway.bookings.list(live) : [],
    ]);
    return { departures, bookings };
  });
  return (
    <IfLoaded loaded={covered}>
      {({ departures, bookings }) => (
        <>
          {departures && <p>{counted(departures.length, texts.blocks.covered)}</p>}
          {may("bookings:read") && <Staying bookings={bookings} zone={zone} />}
        </>
      )}
    </IfLoaded>
  );
}

function Staying({ bookings, zone }: { bookings: readonly Booking[]; zone: string }) {
  const { blocks: words, day } = texts;
  const emails = emailsOf(bookings);
  return (
    <>
      <DataList
        caption={words.staying}
        rows={bookings}
        keyOf={({ id }) => id}
        empty={words.noneStays}
        columns={[
          ...bookingColumns(zone),
          { title: day.phone, cell: (each) => customerOf(each).phone },
          ...stateColumns(),
        ]}
      />
      {emails.length > 0 && (
        <p class="controls">
          <CopyButton
            text={emails.join(", ")}
            label={day.copyEmails}
            copied={counted(emails.length, day.emailsCopied)}
          />
        </p>
      )}
    </>
  );
}
