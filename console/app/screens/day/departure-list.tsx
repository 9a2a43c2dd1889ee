/** The departures of a day in order: how full each is, and what is special about it. A party may be dropped on one. */
import {
  Anchor,
  Badge,
  Box,
  Card,
  Group,
  Progress,
  Stack,
  Switch,
  Text,
  Title,
} from "@mantine/core";
import CloudOff from "lucide-react/icons/cloud-off";
import Flag from "lucide-react/icons/flag";
import Hourglass from "lucide-react/icons/hourglass";
import Lock from "lucide-react/icons/lock";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { Catalog } from "../../../page/catalog.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { type Departure, bookedOn } from "../../../page/screens/day/day-sheet.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { colorOf } from "../../theme.ts";
import { isFull, takenWords } from "./full-words.ts";
import { dayTexts } from "./texts.ts";

interface Given {
  readonly departures: readonly Departure[];
  readonly catalog: Catalog;
  readonly openKey: string | undefined;
  readonly open: (key: string) => void;
  readonly drop: (bookingId: string, to: Departure) => void;
  readonly hidesEmpty: boolean;
  readonly setHidesEmpty: (isHiding: boolean) => void;
}

export function DepartureList(given: Given) {
  const { departures, catalog, openKey, open, drop, hidesEmpty, setHidesEmpty } = given;
  const words = dayTexts();
  return (
    <Card withBorder padding="xs" component="section" aria-label={texts.day.departures}>
      <Group justify="space-between" px="xs" pb={6}>
        <Title order={2} size="h5">
          {texts.day.departures}
        </Title>
        <Switch
          size="xs"
          label={words.onlyWithGuests}
          checked={hidesEmpty}
          onChange={({ currentTarget }) => setHidesEmpty(currentTarget.checked)}
        />
      </Group>
      {departures.length === 0 && <Empty products={catalog.products} />}
      <Stack gap={2} component="ul" className="plain">
        {departures.map((each) => (
          <li key={each.key}>
            <Row
              departure={each}
              catalog={catalog}
              color={colorOf(each.productId, catalog.products)}
              isOpen={each.key === openKey}
              open={() => open(each.key)}
              drop={(id) => drop(id, each)}
            />
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function Empty({ products }: Pick<Catalog, "products">) {
  const { day: words, seasons } = texts;
  const [first, ...others] = products;
  const seasonsHref =
    first && others.length === 0 ? `/products/${first.id}?tab=seasons` : "/products";
  return (
    <Text p="md" size="sm" className="soft">
      {first ? words.empty : words.noProduct}{" "}
      {first && may("resources:write") && (
        <Anchor component={Link} href={seasonsHref}>
          {seasons.title}
        </Anchor>
      )}
    </Text>
  );
}

interface RowGiven {
  readonly departure: Departure;
  readonly color: string;
  readonly catalog: Catalog;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly drop: (bookingId: string) => void;
}

function Row({ departure, color, catalog, isOpen, open, drop }: RowGiven) {
  const [isOver, setIsOver] = useState(false);
  const { startAt, timezone, sold, optionId } = departure;
  const hasGuests = bookedOn(departure) > 0;
  const taken = takenWords(departure, catalog);
  const hasLeft = Date.parse(startAt) <= Date.now();
  return (
    <button
      type="button"
      className="departure"
      aria-current={isOpen}
      data-over={isOver}
      onClick={open}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        drop(event.dataTransfer.getData("text/plain"));
      }}
    >
      <Box className="stripe" bg={`${color}.${hasGuests ? 5 : 2}`} component="span" />
      <Text
        fw={hasLeft ? 400 : 650}
        className={hasLeft ? "number soft" : "number"}
        component="span"
      >
        {timeWords(startAt, timezone)}
      </Text>
      <Box miw={0} component="span">
        <Text size="sm" fw={hasGuests ? 600 : 400} truncate component="span" display="block">
          {sold?.product.name ?? optionId}
        </Text>
        <Text size="xs" className="soft" truncate component="span" display="block">
          {taken && <b>{taken} · </b>}
          {sold?.option.name}
        </Text>
      </Box>
      <Places departure={departure} color={color} />
    </button>
  );
}

/** "14 / 24" with a bar, and words for what a bar cannot say. */
function Places({ departure, color }: Pick<RowGiven, "departure" | "color">) {
  const words = dayTexts();
  const { pax, entry } = departure;
  const booked = bookedOn(departure);
  const capacity = entry?.capacity ?? null;
  const closed = closedMark(departure);
  return (
    <Stack gap={4} component="span" align="stretch">
      <Group gap={4} justify="flex-end" component="span">
        {closed}
        {!closed && isFull(departure) && (
          <Badge size="xs" color="dark" variant="filled" component="span">
            {words.full}
          </Badge>
        )}
        {!entry && <Mark color="orange">{texts.day.alone}</Mark>}
        {pax.pending > 0 && (
          <Mark
            color="orange"
            icon={<Flag size={10} />}
            title={counted(pax.pending, texts.day.pending)}
          >
            {pax.pending}
          </Mark>
        )}
        {pax.held > 0 && (
          <Mark
            color="gray"
            icon={<Hourglass size={10} />}
            title={counted(pax.held, texts.day.held)}
          >
            {pax.held}
          </Mark>
        )}
        <Text size="xs" fw={booked > 0 ? 600 : 400} className="number" component="span">
          <span aria-hidden>{capacity === null ? booked : `${booked} / ${capacity}`}</span>
          <span className="unseen">
            {capacity === null
              ? fill(texts.day.bookedNoLimit, { booked })
              : fill(texts.day.booked, { booked, capacity })}
          </span>
        </Text>
      </Group>
      {capacity !== null && <Bar pax={pax} all={Math.max(capacity, booked, 1)} color={color} />}
    </Stack>
  );
}

/** Whether it takes no bookings, and why. */
function closedMark({ entry, blocks }: Departure): ReactNode {
  const words = dayTexts();
  const isOff = entry?.runs === "CALLED_OFF";
  if (!isOff && blocks.length === 0) return undefined;
  return (
    <Mark color="red" icon={isOff ? <CloudOff size={10} /> : <Lock size={10} />}>
      {isOff ? words.calledOff : words.closed}
    </Mark>
  );
}

/** A picture of the numbers above it: what is held and what waits are hatched. */
function Bar({ pax, all, color }: { pax: Departure["pax"]; all: number; color: string }) {
  return (
    <Progress.Root size={6} aria-hidden>
      <Progress.Section value={(100 * pax.confirmed) / all} color={`${color}.6`} />
      <Progress.Section value={(100 * pax.pending) / all} color="orange.5" striped />
      <Progress.Section value={(100 * pax.held) / all} color="gray.5" striped />
    </Progress.Root>
  );
}

interface MarkGiven {
  readonly color: string;
  readonly icon?: ReactNode;
  /** The words for a reader of the screen, where a number stands alone. */
  readonly title?: string;
  readonly children: ReactNode;
}

function Mark({ color, icon, title, children }: MarkGiven) {
  return (
    <Badge
      size="xs"
      color={color}
      variant="light"
      leftSection={icon}
      title={title}
      component="span"
    >
      <span aria-hidden={title !== undefined}>{children}</span>
      {title && <span className="unseen">{title}</span>}
    </Badge>
  );
}
