/** The table: a row opens its booking over the list; on a telephone each is a card. */
import {
  Avatar,
  Box,
  Card,
  Checkbox,
  Group,
  Menu,
  Table,
  Text,
  UnstyledButton,
} from "@mantine/core";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Ban from "lucide-react/icons/ban";
import ExternalLink from "lucide-react/icons/external-link";
import ShoppingBasket from "lucide-react/icons/shopping-basket";
import Ticket from "lucide-react/icons/ticket";
import { Link } from "wouter";
import type { Booking } from "@slipway/client";
import { type Catalog, zoneOf } from "../../../page/catalog.ts";
import {
  calledOf,
  customerOf,
  liveStatuses,
  nameOfBooking,
} from "../../../page/parts/booking-facts.ts";
import { moneyWords, sourceOf } from "../../../page/parts/sale-words.ts";
import { dateWords, timeWords } from "../../../page/parts/time-words.ts";
import { decide } from "../../../page/screens/holds/decisions.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import { BookingLink, useOpenBooking } from "../../parts/booking-link.tsx";
import { PartyWords } from "../../parts/party-words.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { colorOf } from "../../theme.ts";
import type { Sort } from "./filter.ts";
import { bookingsTexts } from "./texts.ts";

interface Given {
  readonly bookings: readonly Booking[];
  readonly catalog: Catalog | undefined;
  readonly sort: Sort;
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (chosen: ReadonlySet<string>) => void;
  /** The bookings are those of the filter before, until the answer to this one has come. */
  readonly isOld: boolean;
}

export function BookingTable({ bookings, catalog, sort, chosen, setChosen, isOld }: Given) {
  const words = bookingsTexts();
  const { day, find } = texts;
  const isAll = bookings.every(({ id }) => chosen.has(id));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <Box className="bookings-box">
      <Card withBorder padding={0} className="bookings" opacity={isOld ? 0.6 : 1} aria-busy={isOld}>
        <Table
          stickyHeader
          stickyHeaderOffset={60}
          highlightOnHover
          verticalSpacing={8}
          horizontalSpacing="sm"
          aria-label={find.title}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Td w={36}>
                <Checkbox
                  size="xs"
                  aria-label={words.chooseAll}
                  checked={isAll}
                  indeterminate={!isAll && bookings.some(({ id }) => chosen.has(id))}
                  onChange={() => setChosen(new Set(isAll ? [] : bookings.map(({ id }) => id)))}
                />
              </Table.Td>
              <SortHead by="startAt" sort={sort}>
                {words.departure}
              </SortHead>
              <Table.Th>{words.guest}</Table.Th>
              <Table.Th>{day.party}</Table.Th>
              <Table.Th visibleFrom="lg">{day.source}</Table.Th>
              <SortHead by="createdAt" sort={sort} isWide>
                {words.booked}
              </SortHead>
              <Table.Th>{day.status}</Table.Th>
              <Table.Th className="end">{day.total}</Table.Th>
              <Table.Td w={40} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bookings.map((each) => (
              <Row
                key={each.id}
                booking={each}
                catalog={catalog}
                isChosen={chosen.has(each.id)}
                toggle={() => toggle(each.id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </Box>
  );
}

interface HeadGiven {
  readonly by: Sort;
  readonly sort: Sort;
  readonly isWide?: boolean;
  readonly children: string;
}

/** The earliest departure first, or the newest booking. */
function SortHead({ by, sort, isWide = false, children }: HeadGiven) {
  const [, choose] = useChoice("sort");
  const isChosen = by === sort;
  const Arrow = by === "startAt" ? ArrowUp : ArrowDown;
  const order = by === "startAt" ? "ascending" : "descending";
  return (
    <Table.Th
      aria-sort={isChosen ? order : undefined}
      {...(isWide ? { visibleFrom: "xl" as const } : {})}
    >
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => choose(by)}>
        <Group gap={4} wrap="nowrap">
          {children}
          {isChosen && <Arrow size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

interface RowGiven {
  readonly booking: Booking;
  readonly catalog: Catalog | undefined;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}

function Row({ booking, catalog, isChosen, toggle }: RowGiven) {
  const { status, createdAt, pricingSnapshot: price } = booking;
  const { email } = customerOf(booking);
  const { called, below } = calledOf(booking);
  return (
    <Table.Tr bg={isChosen ? "var(--mantine-primary-color-light)" : undefined}>
      <Table.Td className="pick">
        <Checkbox
          size="xs"
          aria-label={fill(bookingsTexts().choose, { name: nameOfBooking(booking) })}
          checked={isChosen}
          onChange={toggle}
        />
      </Table.Td>
      <Table.Td className="when">
        <Departure booking={booking} catalog={catalog} />
      </Table.Td>
      <Table.Th scope="row" fw={400} className="who">
        <Group gap="sm" wrap="nowrap">
          <Avatar name={called} color="initials" size={30} aria-hidden visibleFrom="sm" />
          <Box miw={0}>
            <BookingLink booking={booking} size="sm" fw={600} className="name">
              {called}
            </BookingLink>
            <Text size="xs" className="soft" truncate>
              <Text span ff="monospace" inherit>
                {below}
              </Text>
              {below && email && " · "}
              {email}
            </Text>
          </Box>
        </Group>
      </Table.Th>
      <Table.Td className="party-of">
        <PartyWords booking={booking} />
      </Table.Td>
      <Table.Td visibleFrom="lg" className="aside">
        <Text size="sm">{sourceOf(booking)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="xl" className="aside">
        <Text size="sm" className="soft number">
          {dateWords(createdAt.slice(0, 10), { day: "numeric", month: "short" })}
        </Text>
      </Table.Td>
      <Table.Td className="state">
        <StatusBadge status={status} />
      </Table.Td>
      <Table.Td className="number end total">{price && moneyWords(price.retail, price)}</Table.Td>
      <Table.Td className="menu">
        <BookingMenu booking={booking} />
      </Table.Td>
    </Table.Tr>
  );
}

function Departure({ booking, catalog }: Pick<RowGiven, "booking" | "catalog">) {
  const { startAt, optionId, productId } = booking;
  const zone = zoneOf(catalog, optionId);
  const sold = catalog?.options.get(optionId);
  const color = colorOf(productId, catalog?.products ?? []);
  const date = dateWords(dayIn(startAt, zone), {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  return (
    <Box pl="sm" style={{ borderLeft: `3px solid var(--mantine-color-${color}-6)` }}>
      <Text size="sm" className="number">
        {date}, <strong>{timeWords(startAt, zone)}</strong>
      </Text>
      <Text size="xs" className="soft" lineClamp={1}>
        {sold?.product.name ?? optionId}
      </Text>
    </Box>
  );
}

function BookingMenu({ booking }: Pick<RowGiven, "booking">) {
  const words = bookingsTexts();
  const open = useOpenBooking();
  const isLive = liveStatuses.split(",").includes(booking.status);
  return (
    <RowMenu name={nameOfBooking(booking)}>
      <Menu.Item leftSection={<Ticket size={16} aria-hidden />} onClick={() => open(booking.id)}>
        {words.open}
      </Menu.Item>
      <Menu.Item
        component={Link}
        href={`/bookings/${booking.id}`}
        leftSection={<ExternalLink size={16} aria-hidden />}
      >
        {words.openPage}
      </Menu.Item>
      {booking.orderId !== null && (
        <Menu.Item
          component={Link}
          href={`/orders/${booking.orderId}`}
          leftSection={<ShoppingBasket size={16} aria-hidden />}
        >
          {words.openOrder}
        </Menu.Item>
      )}
      {isLive && may("bookings:write") && (
        <>
          <Menu.Divider />
          <Menu.Item
            className="danger"
            leftSection={<Ban size={16} aria-hidden />}
            onClick={() => decide("release", [booking])}
          >
            {words.cancelOne}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}
