/** One resource: what it holds, which options use it, and what is taken of it on a day. */
import "./resource.css";
import {
  ActionIcon,
  Anchor,
  Box,
  Card,
  Group,
  List,
  Skeleton,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { DateInput } from "@mantine/dates";
import type { OptionUsage, ResourceUsage, ResourceWithRequirements } from "@slipway/client";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "wouter";
import { type Catalog, soldWords } from "../../../page/catalog.ts";
import { dayWords, timeWords } from "../../../page/parts/time-words.ts";
import { catalogOf } from "../../../page/read-catalog.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayAfter, dayGiven, rangeOfDay } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import type { PageGiven } from "../../page.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { RecordTable } from "../../parts/record-list.tsx";
import { useSold } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { ResourceMenu } from "./resource-menu.tsx";
import { resourceWords } from "./texts.ts";

export function ResourcePage({ params: { id = "" } }: PageGiven) {
  const { id: supplierId } = useSupplier();
  const loaded = useSold(["resource", id], async ({ resources }) => ({
    resource: await resources.get(id),
    catalog: await catalogOf(supplierId),
  }));
  return (
    <Stack gap="md">
      <Anchor component={Link} href="/resources" size="sm">
        <Group gap={4} component="span">
          <ArrowLeft size={14} aria-hidden /> {resourceWords().title}
        </Group>
      </Anchor>
      <ProblemNote error={loaded.error} again={() => void loaded.refetch()} />
      {loaded.isPending && <Skeleton h={300} />}
      {loaded.data && (
        <>
          <Header resource={loaded.data.resource} />
          <UsedBy {...loaded.data} />
          <Day {...loaded.data} />
        </>
      )}
    </Stack>
  );
}

interface Given {
  readonly resource: ResourceWithRequirements;
  readonly catalog: Catalog;
}

function Header({ resource }: Pick<Given, "resource">) {
  const { name, quantity, capacityPerResource: each } = resource;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Box miw={0}>
        <Title order={1} size="h2">
          {name}
        </Title>
        <Text size="sm" className="soft number">
          {fill(texts.resources.placesOf, { quantity, each, all: quantity * each })}
        </Text>
      </Box>
      {may("resources:write") && <ResourceMenu resource={resource} />}
    </Group>
  );
}

function UsedBy({ resource, catalog }: Given) {
  const words = resourceWords();
  return (
    <Card withBorder padding="md" component="section" aria-label={texts.resources.usedBy}>
      <Title order={2} size="h4" mb="xs">
        {texts.resources.usedBy}
      </Title>
      {resource.requirements.length === 0 && (
        <Text size="sm" className="soft">
          {words.linkHint}
        </Text>
      )}
      <List size="sm" listStyleType="none" className="plain">
        {resource.requirements.map(({ optionId }) => {
          const sold = catalog.options.get(optionId);
          return (
            <List.Item key={optionId}>
              {sold ? (
                <Anchor
                  component={Link}
                  inherit
                  href={`/products/${sold.product.id}?tab=resources&option=${optionId}`}
                >
                  {soldWords(sold)}
                </Anchor>
              ) : (
                optionId
              )}
            </List.Item>
          );
        })}
      </List>
    </Card>
  );
}

function Day({ resource, catalog }: Given) {
  const words = resourceWords();
  const { timezone } = useSupplier();
  const [named, choose] = useChoice("day");
  const day = dayGiven(named, timezone);
  const range = rangeOfDay(day, timezone);
  const usage = useSold(["usage", resource.id, day], ({ resources }) =>
    resources.listUsage(resource.id, range),
  );
  return (
    <Card withBorder padding="md" component="section" aria-label={dayWords(day)}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {dayWords(day)}
        </Title>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={words.before}
            onClick={() => choose(dayAfter(day, -1))}
          >
            <ChevronLeft size={18} />
          </ActionIcon>
          <DateInput
            aria-label={words.day}
            valueFormat="D MMM YYYY"
            w={140}
            value={day}
            onChange={(chosen) => chosen && choose(chosen)}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={words.after}
            onClick={() => choose(dayAfter(day))}
          >
            <ChevronRight size={18} />
          </ActionIcon>
        </Group>
      </Group>
      <ProblemNote error={usage.error} again={() => void usage.refetch()} />
      {usage.isPending && <Skeleton h={120} />}
      {usage.data && (
        <Usage usage={usage.data} resource={resource} catalog={catalog} range={range} />
      )}
    </Card>
  );
}

interface UsageGiven extends Given {
  readonly usage: readonly ResourceUsage[];
  readonly range: { readonly from: string; readonly to: string };
}

function Usage({ usage, resource, catalog, range }: UsageGiven) {
  const words = texts.resources;
  const { timezone } = useSupplier();
  const places = resource.quantity * resource.capacityPerResource;
  const nameOf = (id: string): string => {
    const sold = catalog.options.get(id);
    return sold ? soldWords(sold) : id;
  };
  if (usage.length === 0)
    return (
      <Text size="sm" className="soft">
        {words.free}
      </Text>
    );
  return (
    <>
      <Band usage={usage} range={range} places={places} />
      <RecordTable
        title={fill(words.taken, { places })}
        rows={usage}
        keyOf={({ startAt }) => startAt}
        columns={[
          {
            title: texts.day.time,
            cell: ({ startAt, endAt }) =>
              `${timeWords(startAt, timezone)}–${timeWords(endAt, timezone)}`,
          },
          { title: fill(words.taken, { places }), isNumber: true, cell: (each) => each.places },
          {
            title: words.usedBy,
            cell: ({ options }) =>
              options.map((one) => partWords(nameOf(one.optionId), one)).join("; "),
          },
          { title: words.expanded, isNumber: true, cell: ({ expanded }) => expanded || "" },
        ]}
      />
    </>
  );
}

/** The places of an option, apart by whether its departures run, are prepared, or have just ended. */
function partWords(name: string, { run, prepare, turnaround }: OptionUsage): string {
  const words = texts.resources;
  const parts = [
    { label: name, places: run },
    { label: `${name}, ${words.preparing}`, places: prepare },
    { label: `${name}, ${words.turnaround}`, places: turnaround },
  ];
  return parts.flatMap(({ label, places }) => (places > 0 ? `${label}: ${places}` : [])).join("; ");
}

type BandGiven = Pick<UsageGiven, "usage" | "range"> & { readonly places: number };

/** The day from left to right; the height is what is taken. The table below says the same. */
function Band({ usage, range, places }: BandGiven) {
  const { timezone } = useSupplier();
  const [start, end] = [Date.parse(range.from), Date.parse(range.to)];
  const most = Math.max(1, places, ...usage.map((each) => each.places));
  const at = (time: number): string =>
    `${(100 * (Math.min(end, Math.max(start, time)) - start)) / (end - start)}%`;
  const hours = [0, 6, 12, 18];
  return (
    <Box aria-hidden>
      <Box className="band">
        {hours.map((hour) => (
          <i key={hour} style={{ left: at(start + hour * 3_600_000) }} />
        ))}
        {usage.map((each) => (
          <b
            key={each.startAt}
            data-full={each.places >= places}
            style={{
              left: at(Date.parse(each.startAt)),
              right: `calc(100% - ${at(Date.parse(each.endAt))})`,
              height: `${(100 * each.places) / most}%`,
            }}
          />
        ))}
        <s style={{ bottom: `${(100 * places) / most}%` }} />
      </Box>
      <Group justify="space-between" grow gap={0}>
        {hours.map((hour) => (
          <Text key={hour} size="xs" className="soft number">
            {timeWords(start + hour * 3_600_000, timezone)}
          </Text>
        ))}
      </Group>
    </Box>
  );
}
