/** The bookings of an order: each opens over the page. */
import { Box, Group, Text } from "@mantine/core";
import { soldWords, zoneOf } from "../../../page/catalog.ts";
import { partyOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import type { OpenedBooking } from "../../../page/screens/booking/load-booking.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { BookingLink } from "../../parts/booking-link.tsx";
import { RecordTable } from "../../parts/record-list.tsx";
import { RedemptionBadge } from "../../parts/redemption-badge.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { Section } from "../booking/section.tsx";
import { orderTexts } from "./texts.ts";

interface Given {
  readonly bookings: readonly OpenedBooking[];
  readonly archived: number;
}

export function OrderBookings({ bookings, archived }: Given) {
  const words = orderTexts();
  const { day } = texts;
  return (
    <Section title={words.bookings} level={1}>
      {bookings.length === 0 ? (
        <Text size="sm" className="soft">
          {words.noLive}
        </Text>
      ) : (
        <RecordTable
          title={words.bookings}
          rows={bookings}
          keyOf={({ booking }) => booking.id}
          columns={[
            { title: day.product, cell: (each) => <Sold {...each} /> },
            {
              title: day.departure,
              cell: ({ booking: { startAt, optionId }, catalog }) => (
                <span className="number">
                  {timeWords(startAt, zoneOf(catalog, optionId), true)}
                </span>
              ),
            },
            { title: day.party, cell: ({ booking }) => partyOf(booking) },
            {
              title: day.status,
              cell: ({ booking }) => (
                <Group gap={4}>
                  <StatusBadge status={booking.status} />
                  <RedemptionBadge booking={booking} />
                </Group>
              ),
            },
            {
              title: day.total,
              isNumber: true,
              cell: ({ booking: { pricingSnapshot: price } }) =>
                price && moneyWords(price.retail, price),
            },
          ]}
        />
      )}
      {archived > 0 && (
        <Text size="sm" className="soft">
          {counted(archived, words.archived)}
        </Text>
      )}
    </Section>
  );
}

function Sold({ booking, catalog }: OpenedBooking) {
  const { optionId, reference } = booking;
  const sold = catalog?.options.get(optionId);
  return (
    <Box>
      <BookingLink booking={booking} size="sm" fw={600}>
        {sold ? soldWords(sold) : optionId}
      </BookingLink>
      <Text size="xs" className="soft" ff="monospace">
        {reference}
      </Text>
    </Box>
  );
}
