/** Which days of which product are shown, and how. */
import { ActionIcon, Button, Group, Popover, Stack, Title } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Lock from "lucide-react/icons/lock";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { Product } from "@slipway/client";
import { monthAfter } from "../../../page/screens/calendar/month.ts";
import { may } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayAfter } from "../../../page/zone.ts";
import { hrefOf, useChoice } from "../../address.ts";
import { ProductFilter } from "../../parts/product-filter.tsx";
import { type View, inOrder } from "./heat.ts";
import { calendarTexts } from "./texts.ts";

interface Given {
  readonly title: string;
  readonly date: string;
  readonly view: View;
  readonly products: readonly Product[] | undefined;
  readonly near: (day: string) => void;
}

export function CalendarBar({ title, date, view, products, near }: Given) {
  const words = calendarTexts();
  const [, chooseView] = useChoice("view");
  const views = [
    { value: "month", label: words.month },
    { value: "week", label: words.week },
    ...(may("resources:read") ? [{ value: "resources", label: words.resources }] : []),
  ];
  return (
    <Group justify="space-between" gap="xs" className="calendar-bar">
      <Title order={1} size="h2" className="date-title">
        {title}
      </Title>
      <Group gap="xs" className="tools no-print">
        <Group
          gap={4}
          wrap="nowrap"
          component="fieldset"
          bd={0}
          p={0}
          m={0}
          miw={0}
          aria-label={words.view}
        >
          {views.map(({ value, label }) => (
            <Button
              key={value}
              px="sm"
              variant={value === view ? "light" : "default"}
              aria-pressed={value === view}
              onClick={() => chooseView(value === "month" ? null : value)}
            >
              {label}
            </Button>
          ))}
        </Group>
        <ProductFilter products={products} />
        <Days date={date} view={view} near={near} />
        {may("availability:write") && <CloseDays date={date} />}
      </Group>
    </Group>
  );
}

function Days({ date, view, near }: Pick<Given, "date" | "view" | "near">) {
  const { calendar, day } = texts;
  const [, go] = useLocation();
  const search = useSearch();
  const at = (of: string): string => `/calendar${of}${search === "" ? "" : `?${search}`}`;
  const step = (by: 1 | -1): string =>
    view === "month" ? monthAfter(date, by) : dayAfter(date, 7 * by);
  const arrow = (by: 1 | -1, label: string, Icon: typeof ChevronLeft) => (
    <ActionIcon
      component={Link}
      href={at(`/${step(by)}`)}
      variant="default"
      size={36}
      aria-label={label}
      onPointerEnter={() => near(step(by))}
    >
      <Icon size={18} />
    </ActionIcon>
  );
  return (
    <>
      <Group gap="xs" wrap="nowrap" className="steps">
        {arrow(-1, calendar.previous, ChevronLeft)}
        <Button component={Link} href={at("")} variant="default" px="sm">
          {day.today}
        </Button>
        {arrow(1, calendar.next, ChevronRight)}
      </Group>
      <DateInput
        aria-label={calendarTexts().jump}
        value={date}
        valueFormat="D MMM YYYY"
        onChange={(chosen) => chosen && go(at(`/${chosen}`))}
        className="jump"
        popoverProps={{ position: "bottom-end" }}
      />
    </>
  );
}

/** Chooses days to close as drawing over them does, for a keyboard and a telephone. */
function CloseDays({ date }: Pick<Given, "date">) {
  const words = calendarTexts();
  const [[from, to], setDays] = useState([date, date] as readonly [string, string]);
  const [first, last] = inOrder(from, to);
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          className="close-days"
          aria-label={words.closeDays}
          leftSection={<Lock size={16} aria-hidden />}
        >
          {words.closeDays}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.closeDays}>
        <Stack gap="sm">
          <DateInput
            label={words.from}
            value={from}
            valueFormat="D MMM YYYY"
            popoverProps={{ withinPortal: false }}
            onChange={(day) => day && setDays([day, day > to ? day : to])}
          />
          <DateInput
            label={words.to}
            value={to}
            valueFormat="D MMM YYYY"
            popoverProps={{ withinPortal: false }}
            onChange={(day) => day && setDays([from, day])}
          />
          <Button component={Link} href={hrefOf("/closures", { from: first, to: last })}>
            {words.closeThese}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
