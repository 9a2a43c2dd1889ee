/** Shows how much is taken: a month or a week as a heat map, or a week of each resource. */
import { Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { Shown } from "../../../page/screens/calendar/load-calendar.ts";
import { daysOfMonth, daysOfWeek } from "../../../page/screens/calendar/month.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { locale } from "../../../page/texts/texts.ts";
import { useKeys } from "../../../page/use-keys.ts";
import { dayAfter, dayGiven, dayIn } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import type { PageGiven } from "../../page.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSupplier } from "../../supplier.ts";
import { CalendarBar } from "./calendar-bar.tsx";
import "./calendar.css";
import { ChosenDays } from "./chosen-days.tsx";
import { type View, inOrder } from "./heat.ts";
import { Legend } from "./legend.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { ResourceWeek } from "./resource-week.tsx";
import { calendarTexts } from "./texts.ts";
import { useCalendar } from "./use-calendar.ts";
import { WeekGrid } from "./week-grid.tsx";

export function CalendarPage({ params }: PageGiven) {
  const supplier = useSupplier();
  const words = calendarTexts();
  const date = dayGiven(params["date"], supplier.timezone);
  const [product, chooseProduct] = useChoice("product");
  const [viewText] = useChoice("view");
  const view = viewGiven(viewText);
  const [chosen, choose] = useState<readonly [from: string, to: string]>();
  const shownOn = (day: string): Shown => ({
    supplier,
    productId: product ?? undefined,
    // The usage of resources is read with their week alone.
    view: view === "resources" ? "week" : "month",
    days: view === "month" ? daysOfMonth(day) : daysOfWeek(day),
  });
  const shown = shownOn(date);
  const { data, error, reload, near } = useCalendar(shown);
  const given = { shown, data, date, chosen, choose };
  useDayKeys(date);
  return (
    <Stack gap="md" className="landscape">
      <Box>
        <CalendarBar
          title={titleOf(shown.days)}
          date={date}
          view={view}
          products={data?.catalog.products}
          near={(day) => near(shownOn(day))}
        />
        <Text size="sm" className="soft">
          {fill(words.zone, { zone: supplier.timezone })}
        </Text>
      </Box>
      <ProblemNote error={error} again={reload} />
      {data && data.byDay.size === 0 && (
        <Nothing isOfProduct={product !== null} showAll={() => chooseProduct(null)} />
      )}
      {view === "month" && <MonthGrid {...given} title={titleOf(shown.days)} />}
      {view === "week" && <WeekGrid {...given} />}
      {view === "resources" && <ResourceWeek shown={shown} data={data} />}
      {view !== "resources" && (
        <Group justify="space-between" className="no-print">
          <Legend />
          {may("availability:write") && (
            <Text size="xs" className="soft" visibleFrom="md">
              {words.hint}
            </Text>
          )}
        </Group>
      )}
      {chosen && <ChosenDays days={inOrder(...chosen)} clear={() => choose(undefined)} />}
    </Stack>
  );
}

function viewGiven(text: string | null): View {
  if (text === "resources" && may("resources:read")) return "resources";
  return text === "week" ? "week" : "month";
}

/** Arrows move from day to day; Enter opens the one that has the focus, because it is a link. */
function useDayKeys(date: string): void {
  const [, go] = useLocation();
  const search = useSearch();
  const focus = (day: string): boolean => {
    const link = document.querySelector<HTMLElement>(`[data-date="${day}"]`);
    link?.focus();
    return link !== null;
  };
  const by = (days: number) => (): void => {
    const focused = document.activeElement;
    const own = focused instanceof HTMLElement ? focused.dataset["date"] : undefined;
    const day = own === undefined ? date : dayAfter(own, days);
    if (focus(day)) return;
    go(`/calendar/${day}${search === "" ? "" : `?${search}`}`, { replace: true });
    requestAnimationFrame(() => focus(day));
  };
  const { timezone } = useSupplier();
  useKeys({
    ArrowLeft: by(-1),
    ArrowRight: by(1),
    ArrowUp: by(-7),
    ArrowDown: by(7),
    t: () => go(`/calendar/${dayIn(new Date(), timezone)}${search === "" ? "" : `?${search}`}`),
  });
}

/** "June 2028", or "29 May – 4 June 2028". */
function titleOf(days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)].map((day) => new Date(`${day}T00:00:00Z`));
  const form = { year: "numeric", month: "long", timeZone: "UTC" } as const;
  if (days.length > 7) return new Intl.DateTimeFormat(locale.value, form).format(first);
  const withDay = new Intl.DateTimeFormat(locale.value, { ...form, day: "numeric" });
  return first && last ? withDay.formatRange(first, last) : "";
}

interface NothingGiven {
  readonly isOfProduct: boolean;
  readonly showAll: () => void;
}

function Nothing({ isOfProduct, showAll }: NothingGiven) {
  const words = calendarTexts();
  return (
    <Card withBorder padding="md">
      <Group justify="space-between">
        <Box>
          <Title order={2} size="h5">
            {words.empty}
          </Title>
          <Text size="sm" className="soft">
            {words.emptyHint}
          </Text>
        </Box>
        {isOfProduct ? (
          <Button variant="default" onClick={showAll}>
            {words.allProducts}
          </Button>
        ) : (
          <Button component={Link} href="/seasons" variant="default">
            {words.toSeasons}
          </Button>
        )}
      </Group>
    </Card>
  );
}
