/** The day by the hour: each boat, guide or kayak pool with what it does. */
import "@mantine/schedule/styles.css";
import "./timeline.css";
import { Card, Group, Progress, Skeleton, Stack, Text, Title } from "@mantine/core";
import Lock from "lucide-react/icons/lock";
import { ResourcesDayView } from "@mantine/schedule";
import type { Resource } from "@slipway/client";
import type { ComponentProps, ReactNode } from "react";
import { useLocation } from "wouter";
import type { Catalog } from "../../../page/catalog.ts";
import { dateWords } from "../../../page/parts/time-words.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, currentLanguage } from "../../../page/texts/texts.ts";
import { dayGiven } from "../../../page/zone.ts";
import { hrefOf, useChoice } from "../../address.ts";
import type { PageGiven } from "../../page.ts";
import { DaySteps } from "../../parts/day-steps.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSupplier } from "../../supplier.ts";
import { colorOf } from "../../theme.ts";
import { useDay } from "../day/use-day.ts";
import { DepartureDrawer } from "./departure-drawer.tsx";
import { Peak } from "./peak.tsx";
import { type Run, hoursOf, runsOf } from "./runs.ts";
import { timelineTexts } from "./texts.ts";

export function TimelinePage({ params }: PageGiven) {
  const supplier = useSupplier();
  const date = dayGiven(params["date"], supplier.timezone);
  const { day, error, reload } = useDay(supplier, date);
  const [openKey, open] = useChoice("departure");
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h2" className="date-title">
          {dateWords(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
        </Title>
        <DaySteps path="/timeline" date={date} />
      </Group>
      <ProblemNote error={error} again={reload} />
      {day && (
        <>
          <Lanes
            date={date}
            runs={runsOf(day.departures, supplier.timezone)}
            catalog={day.catalog}
            since={day.since}
            open={open}
          />
          <DepartureDrawer day={day} openKey={openKey} close={() => open(null)} reload={reload} />
          <Legend products={day.catalog.products} />
        </>
      )}
      {!day && !error && <Skeleton h={480} />}
    </Stack>
  );
}

interface LanesGiven {
  readonly date: string;
  readonly runs: readonly Run[];
  readonly catalog: Catalog;
  readonly since: string;
  readonly open: (departureKey: string | null) => void;
}

function Lanes({ date, runs, catalog, since, open }: LanesGiven) {
  const words = timelineTexts();
  const [, go] = useLocation();
  const shown = hoursOf(runs, date);
  const hours = { from: hourOf(shown.startTime), to: Math.ceil(hourOf(shown.endTime)) };
  if (catalog.resources.size === 0)
    return (
      <Card withBorder>
        <Text className="soft">{words.none}</Text>
      </Card>
    );
  const byId = new Map(runs.map((run) => [run.id, run]));
  const resources = [...catalog.resources.values()].map(({ id, name }) => ({
    id,
    label: name,
  }));
  return (
    <Card withBorder padding={0} component="section" aria-label={words.title}>
      <ResourcesDayView
        date={date}
        withHeader={false}
        {...shown}
        slotWidth={72}
        rowHeight={112}
        radius={4}
        styles={{ resourcesDayViewResourceLabel: { justifyContent: "flex-start" } }}
        locale={currentLanguage.value}
        labels={{ resources: words.resources, resourceSlot: words.hour }}
        resources={resources}
        events={runs.map((run) => eventOf(run, catalog))}
        onEventClick={({ id }) => open(byId.get(String(id))?.departureKey ?? null)}
        withDragSlotSelect={isDrawable()}
        onSlotDragEnd={({ rangeStart, rangeEnd, resourceId }) =>
          go(closureOf(date, [rangeStart, rangeEnd], String(resourceId)))
        }
        renderResourceLabel={({ id, label }) => (
          <ResourceLabel
            label={label}
            resource={catalog.resources.get(String(id))}
            {...{ date, since, hours }}
          />
        )}
        renderEventBody={({ id, color }) => <Bar run={byId.get(String(id))} color={color} />}
      />
    </Card>
  );
}

/** A finger scrolls the page, and a mouse draws over hours to close them. */
function isDrawable(): boolean {
  return may("resources:write") && matchMedia("(hover: hover)").matches;
}

function hourOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours + minutes / 60;
}

/** Opens the form of a closure with the hours that were drawn over. */
function closureOf(date: string, range: readonly string[], resource: string): string {
  const hours = range.map((at) => at.slice(11, 16)).join("-");
  return hrefOf("/closures", { from: date, to: date, hours, resource });
}

interface LabelGiven extends Omit<ComponentProps<typeof Peak>, "resource"> {
  readonly label: ReactNode;
  readonly resource: Resource | undefined;
}

function ResourceLabel({ label, resource, ...of }: LabelGiven) {
  const words = timelineTexts();
  return (
    <Stack gap={0} align="stretch" p="xs" w="100%">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {resource && (
        <>
          <Text size="xs" className="soft">
            {counted(resource.quantity * resource.capacityPerResource, words.places)}
          </Text>
          <Peak resource={resource} {...of} />
        </>
      )}
    </Stack>
  );
}

function eventOf(run: Run, { products }: Catalog) {
  const { id, name, start, end, resourceId, productId, booked, capacity } = run;
  const title = capacity === null ? name : fill(timelineTexts().run, { name, booked, capacity });
  return { id, title, start, end, resourceId, color: colorOf(productId, products) };
}

/** How much is sold: in figures, and as its lower edge. */
function Bar({
  run,
  color,
}: {
  readonly run: Run | undefined;
  readonly color: string | undefined;
}) {
  if (!run) return null;
  const { name, booked, capacity, start, isClosed } = run;
  return (
    <span className="run-box">
      <span
        className="run"
        data-closed={isClosed || undefined}
        title={`${start.slice(11, 16)} ${name}`}
      >
        <Text size="xs" fw={600} lh={1.3} truncate component="span" className="name-of-run">
          {start.slice(11, 16)} {name}
        </Text>
        <Text size="xs" lh={1.2} className="number" component="span">
          {isClosed && <Lock size={10} aria-label={timelineTexts().closed} />} {booked}
          {capacity !== null && <span className="rest-of-run"> / {capacity}</span>}
        </Text>
        <Progress
          size={5}
          value={capacity ? (100 * booked) / capacity : 0}
          color={color}
          component="span"
          aria-hidden
        />
      </span>
    </span>
  );
}

function Legend({ products }: Pick<Catalog, "products">) {
  return (
    <Group gap="lg" component="ul" className="plain" aria-label={timelineTexts().products}>
      {products.map(({ id, name }) => (
        <Group key={id} gap={6} wrap="nowrap" component="li">
          <span className="product-mark" style={{ background: swatchOf(id, products) }} />
          <Text size="sm" component="span">
            {name}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function swatchOf(id: string, products: Catalog["products"]): string {
  return `var(--mantine-color-${colorOf(id, products)}-6)`;
}
