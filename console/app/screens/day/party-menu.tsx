/** The menu of a party on the sheet. */
import { Kbd, Menu } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Clock from "lucide-react/icons/clock";
import Ticket from "lucide-react/icons/ticket";
import { Link } from "wouter";
import type { Booking } from "@slipway/client";
import { nameOfBooking, paxOf } from "../../../page/parts/booking-facts.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { decide } from "../../../page/screens/holds/decisions.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { RowMenu } from "../../parts/row-menu.tsx";
import type { Moving } from "./move-party.tsx";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly booking: Booking;
  readonly others: readonly Departure[];
  readonly move: (moving: Moving) => void;
  readonly shown: Shown;
  readonly show: (shown: Shown) => void;
}

/** The menu of a party offers all that can be done, or only where the party can go. Undefined: it is closed. */
export type Shown = "acts" | "places" | undefined;

export function PartyMenu({ booking, others, move, shown, show }: Given) {
  const mayMove = may("bookings:write") && others.length > 0;
  const isPlacing = shown === "places" && mayMove;
  return (
    <RowMenu
      name={nameOfBooking(booking)}
      opened={isPlacing || shown === "acts"}
      onChange={(isOpen) => show(isOpen ? "acts" : undefined)}
      withInitialFocusPlaceholder={!isPlacing}
    >
      {isPlacing ? (
        <Places booking={booking} others={others} move={move} />
      ) : (
        <Acts booking={booking} place={mayMove && (() => show("places"))} />
      )}
    </RowMenu>
  );
}

/** Begins with the next departure that has room. */
function Places({ booking, others, move }: Pick<Given, "booking" | "others" | "move">) {
  const guests = paxOf(booking);
  const fits = ({ entry, blocks }: Departure): boolean =>
    blocks.length === 0 && (entry?.vacancies ?? guests) >= guests;
  const next =
    others.find((each) => fits(each) && each.startAt > booking.startAt) ?? others.find(fits);
  return others.map((to) => (
    <Menu.Item
      key={to.key}
      disabled={!fits(to)}
      ref={to === next ? focus : undefined}
      data-autofocus={to === next || undefined}
      onClick={() => move({ booking, to })}
    >
      {placeWords(to)}
    </Menu.Item>
  ));
}

/** Where the menu is open already, what it shows changes and the focus would be lost. */
function focus(item: HTMLButtonElement | null): void {
  item?.focus();
}

function placeWords({ entry, startAt, timezone }: Departure): string {
  const words = dayTexts();
  const free = entry?.vacancies ?? null;
  return fill(words.placesFree, {
    time: timeWords(startAt, timezone),
    free: free === null ? words.unlimited : counted(free, words.free),
  });
}

interface ActsGiven {
  readonly booking: Booking;
  /** Shows where it can go. */
  readonly place: false | (() => void);
}

function Acts({ booking, place }: ActsGiven) {
  const words = dayTexts();
  const href = `/bookings/${booking.id}`;
  return (
    <>
      <Menu.Item component={Link} href={href} leftSection={<Ticket size={16} aria-hidden />}>
        {words.openBooking}
      </Menu.Item>
      {place && (
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<Clock size={16} aria-hidden />}
          rightSection={<Kbd size="xs">v</Kbd>}
          onClick={place}
        >
          {words.moveTo}
        </Menu.Item>
      )}
      {may("bookings:write") && (
        <>
          <Menu.Item
            component={Link}
            href={href}
            leftSection={<CalendarClock size={16} aria-hidden />}
          >
            {words.moveOther}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            className="danger"
            leftSection={<Ban size={16} aria-hidden />}
            onClick={() => decide("release", [booking])}
          >
            {words.cancel}
          </Menu.Item>
        </>
      )}
    </>
  );
}
