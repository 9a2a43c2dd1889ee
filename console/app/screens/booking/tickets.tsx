/** The tickets of a booking as QR codes, on the screen and on paper. */
import { Button, Group, Modal, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import Printer from "lucide-react/icons/printer";
import QrCode from "lucide-react/icons/qr-code";
import encodeQR from "qr";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import type { Booking, BookingTicket } from "@slipway/client";
import { type Catalog, soldWords, zoneOf } from "../../../page/catalog.ts";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import type { Part } from "../../../page/screens/booking/load-booking.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { bookingTexts } from "./texts.ts";

interface Given {
  readonly booking: Booking;
  readonly catalog: Catalog | undefined;
}

export function Tickets({ part }: { readonly part: Part }) {
  const words = bookingTexts();
  const [isShown, shown] = useDisclosure();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<QrCode size={14} aria-hidden />}
        onClick={shown.open}
      >
        {words.tickets}
      </Button>
      <Modal opened={isShown} onClose={shown.close} title={words.tickets} size="lg">
        <Shown {...part} />
      </Modal>
    </>
  );
}

function Shown({ booking, catalog }: Given) {
  const words = bookingTexts();
  const { id, updatedAt } = booking;
  const { data, error, refetch } = useQuery({
    queryKey: ["tickets", id, updatedAt],
    queryFn: ({ signal }) => ask(({ bookings }) => bookings.listTickets(id), signal),
  });
  if (!data)
    return error ? (
      <ProblemNote error={error} again={() => void refetch()} />
    ) : (
      <Skeleton h={240} />
    );
  const all = data.map((ticket, index) => (
    <Ticket
      key={ticket.code}
      ticket={ticket}
      title={fill(words.ticketOf, { number: index + 1, all: data.length })}
      booking={booking}
      catalog={catalog}
    />
  ));
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" className="soft" flex="1 1 14rem">
          {words.ticketsHint}
        </Text>
        <Button leftSection={<Printer size={16} aria-hidden />} onClick={() => print()}>
          {words.printTickets}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>{all}</SimpleGrid>
      <Printed booking={booking} catalog={catalog}>
        {all}
      </Printed>
    </Stack>
  );
}

/** Only on paper, in place of the page. */
function Printed({ booking, catalog, children }: Given & { readonly children: ReactNode }) {
  const { startAt, optionId } = booking;
  const sold = catalog?.options.get(optionId);
  return createPortal(
    <div className="print-only" aria-hidden="true">
      <h2>
        {timeWords(startAt, zoneOf(catalog, optionId), true)} {sold && soldWords(sold)}
      </h2>
      <p>{nameOfBooking(booking)}</p>
      <div className="tickets">{children}</div>
    </div>,
    document.body,
  );
}

interface TicketGiven extends Given {
  readonly ticket: BookingTicket;
  readonly title: string;
}

function Ticket({ ticket, title, booking, catalog }: TicketGiven) {
  const words = bookingTexts();
  const { code, unitId, redeemedAt } = ticket;
  const named = booking.pricingSnapshot?.unitPricing.find((each) => each.unitId === unitId);
  const zone = zoneOf(catalog, booking.optionId);
  return (
    <div className="ticket">
      <Code code={code} />
      <Text fw={600}>{unitId === null ? words.wholeParty : (named?.name ?? unitId)}</Text>
      <Text ff="monospace" size="sm">
        {code.replaceAll(/(.{4})(?=.)/g, "$1-")}
      </Text>
      <Text size="xs" className="soft">
        {redeemedAt === null
          ? title
          : fill(words.hereSince, { time: timeWords(redeemedAt, zone, true) })}
      </Text>
    </div>
  );
}

/** Dark on white in each scheme: a scanner needs the contrast, and the white around it. */
function Code({ code }: { readonly code: string }) {
  const bits = encodeQR(code, "raw", { ecc: "medium", border: 2 });
  const dark = bits.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg viewBox={`0 0 ${bits.length} ${bits.length}`} role="img" aria-label={code}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
