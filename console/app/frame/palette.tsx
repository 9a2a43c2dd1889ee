/** "/" or Ctrl K: pages, days, and bookings and orders by name, e-mail, reference or id. */
import { Kbd } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight } from "@mantine/spotlight";
import type { Booking, Order } from "@slipway/client";
import ArrowRight from "lucide-react/icons/arrow-right";
import Search from "lucide-react/icons/search";
import ShoppingBasket from "lucide-react/icons/shopping-basket";
import Ticket from "lucide-react/icons/ticket";
import { useQuery } from "@tanstack/react-query";
import { use, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { bookingIdIn } from "../../page/booking-names.ts";
import { calledOf, partyOf } from "../../page/parts/booking-facts.ts";
import { dayWords, viewerZone } from "../../page/parts/time-words.ts";
import { ask, may, missingOf } from "../../page/session.ts";
import { fill } from "../../page/texts/fill.ts";
import { counted, currentLanguage } from "../../page/texts/texts.ts";
import { dayAfter, dayIn } from "../../page/zone.ts";
import { hrefOf } from "../address.ts";
import { partWords } from "../parts/texts.ts";
import { linkOf, pages } from "../pages.ts";
import { ShownSupplier } from "../supplier.ts";
import { frameWords } from "./texts.ts";
import { typedDay } from "./typed-day.ts";

const foundMax = 8;

export function Palette() {
  const words = frameWords();
  const [query, setQuery] = useState("");
  const { data = nothing, dataUpdatedAt, isFetching } = useFound(query);
  const { bookings, orders } = data;
  // The answer comes behind what was typed: Enter opens the first of it all the same.
  useEffect(() => {
    const [first, ...others] = document.querySelectorAll(".mantine-Spotlight-action");
    if (query === "") return;
    for (const each of others) each.removeAttribute("data-selected");
    first?.setAttribute("data-selected", "true");
  }, [query, dataUpdatedAt]);
  const shown = pagesLike(query);
  const date = useTypedDay(query);
  const actions = useActions(query);
  const isEmpty = [shown, bookings, orders, actions].every(({ length }) => length === 0) && !date;
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      clearQueryOnClose
      attributes={{ content: { "aria-label": words.search } }}
    >
      <Spotlight.Search
        placeholder={words.searchHint}
        aria-label={words.search}
        leftSection={<Search size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {date && <ToDay date={date} />}
        {bookings.length > 0 && (
          <Spotlight.ActionsGroup label={words.bookings}>
            {bookings.map((booking) => (
              <Found key={booking.id} booking={booking} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {orders.length > 0 && (
          <Spotlight.ActionsGroup label={words.orders}>
            {orders.map((order) => (
              <FoundOrder key={order.id} order={order} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={words.actions}>
            {actions.map((action) => (
              <ToAct key={action.to} {...action} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {shown.length > 0 && (
          <Spotlight.ActionsGroup label={words.pages}>
            {shown.map((page) => (
              <ToPage key={page.path} {...page} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {isEmpty && !isFetching && <Spotlight.Empty>{words.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

interface FoundRecords {
  readonly bookings: readonly Booking[];
  readonly orders: readonly Order[];
}

const nothing: FoundRecords = { bookings: [], orders: [] };

/** An id names its booking; anything else is searched for. */
function useFound(query: string) {
  const [search] = useDebouncedValue(query.trim(), 200);
  return useQuery({
    queryKey: ["search", search],
    queryFn: ({ signal }) =>
      ask(async ({ bookings, orders }): Promise<FoundRecords> => {
        const id = bookingIdIn(search);
        if (id !== undefined) return { ...nothing, bookings: [await bookings.get(id)] };
        const [found, { items }] = await Promise.all([
          bookings.list({ search }),
          orders.list({ search, limit: foundMax }),
        ]);
        return { bookings: found.slice(0, foundMax), orders: items };
      }, signal),
    enabled: search.length > 1 && may("bookings:read"),
  });
}

function useZone(): string {
  return use(ShownSupplier)?.timezone ?? viewerZone;
}

function useToday(): string {
  return dayIn(new Date(), useZone());
}

function useTypedDay(query: string): string | undefined {
  return typedDay(query, useToday(), currentLanguage.value);
}

interface Action {
  readonly label: string;
  readonly shortcut?: string;
  readonly to: string;
  readonly scope: string;
}

/** The most frequent actions, by what is typed of them. */
function useActions(query: string): readonly Action[] {
  const { newBooking, closeTomorrow } = frameWords();
  const tomorrow = dayAfter(useToday());
  const all: readonly Action[] = [
    { label: newBooking, shortcut: "n", to: "/new", scope: "bookings:write" },
    {
      label: closeTomorrow,
      to: hrefOf("/closures", { from: tomorrow, to: tomorrow }),
      scope: "resources:write",
    },
  ];
  const typed = query.trim().toLowerCase();
  return all.filter(({ label, scope }) => may(scope) && label.toLowerCase().includes(typed));
}

function pagesLike(query: string) {
  const typed = query.trim().toLowerCase();
  return pages
    .filter(
      ({ group, path, scopes }) =>
        // A new booking is an action.
        (group ?? (path !== "/new" && !path.includes(":"))) && missingOf(scopes).length === 0,
    )
    .map(({ key: shortcut, ...page }) => ({
      ...page,
      shortcut,
      label: page.title[currentLanguage.value],
    }))
    .filter(({ label }) => label.toLowerCase().includes(typed));
}

function Found({ booking }: { readonly booking: Booking }) {
  const [, go] = useLocation();
  const { id, startAt } = booking;
  const { called, below } = calledOf(booking);
  const day = dayWords(dayIn(startAt, useZone()));
  return (
    <Spotlight.Action
      leftSection={<Ticket size={18} aria-hidden />}
      onClick={() => go(`/bookings/${id}`)}
      label={called}
      description={[below, partyOf(booking), day].filter(Boolean).join(" · ")}
    />
  );
}

function FoundOrder({ order }: { readonly order: Order }) {
  const [, go] = useLocation();
  const { id, bookings } = order;
  const { called, below } = calledOf(order);
  return (
    <Spotlight.Action
      leftSection={<ShoppingBasket size={18} aria-hidden />}
      onClick={() => go(`/orders/${id}`)}
      label={called}
      description={[below, counted(bookings.length, partWords().bookings)]
        .filter(Boolean)
        .join(" · ")}
    />
  );
}

function ToPage({ label, shortcut, ...page }: ReturnType<typeof pagesLike>[number]) {
  const [, go] = useLocation();
  return (
    <Spotlight.Action
      label={label}
      leftSection={<ArrowRight size={18} aria-hidden />}
      rightSection={shortcut && <Kbd size="xs">g {shortcut}</Kbd>}
      onClick={() => go(linkOf(page))}
    />
  );
}

function ToAct({ label, shortcut, to }: Action) {
  const [, go] = useLocation();
  return (
    <Spotlight.Action
      label={label}
      leftSection={<ArrowRight size={18} aria-hidden />}
      rightSection={shortcut && <Kbd size="xs">{shortcut}</Kbd>}
      onClick={() => go(to)}
    />
  );
}

function ToDay({ date }: { readonly date: string }) {
  const [, go] = useLocation();
  return (
    <Spotlight.Action
      label={fill(frameWords().goTo, { day: dayWords(date) })}
      leftSection={<ArrowRight size={18} aria-hidden />}
      onClick={() => go(`/day/${date}`)}
    />
  );
}
