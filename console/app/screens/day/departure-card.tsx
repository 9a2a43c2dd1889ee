/** The opened departure: what is free, what one does with it, and who comes. */
import { Badge, Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import CloudOff from "lucide-react/icons/cloud-off";
import Lock from "lucide-react/icons/lock";
import LockOpen from "lucide-react/icons/lock-open";
import Mail from "lucide-react/icons/mail";
import ScanQrCode from "lucide-react/icons/scan-qr-code";
import Plus from "lucide-react/icons/plus";
import { Suspense, lazy, useRef } from "react";
import { Link } from "wouter";
import type { Catalog } from "../../../page/catalog.ts";
import { emailsOf } from "../../../page/parts/booking-facts.ts";
import { durationWords, timeWords } from "../../../page/parts/time-words.ts";
import { type Departure, headsOf } from "../../../page/screens/day/day-sheet.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { hrefOf } from "../../address.ts";
import { CloseDeparture } from "./close-departure.tsx";
import { isFull, takenWords } from "./full-words.ts";
import type { Moving } from "./move-party.tsx";
import { Parties } from "./parties.tsx";
import { Runs } from "./runs.tsx";
import { dayTexts } from "./texts.ts";

const MessageGuests = lazy(async () => ({
  default: (await import("./message-guests.tsx")).MessageGuests,
}));

interface Given {
  readonly departure: Departure;
  readonly catalog: Catalog;
  /** Where a party of it could go. */
  readonly others: readonly Departure[];
  readonly move: (moving: Moving) => void;
  readonly reload: () => void;
  /** In a drawer, where it needs no border. */
  readonly isAlone: boolean;
}

export function DepartureCard({ departure, catalog, others, move, reload, isAlone }: Given) {
  const { startAt, timezone, sold, optionId, bookings } = departure;
  const name = sold?.product.name ?? optionId;
  return (
    <Card
      withBorder={!isAlone}
      padding={isAlone ? 0 : "lg"}
      bg={isAlone ? "transparent" : undefined}
      component="section"
      aria-label={`${timeWords(startAt, timezone)} ${name}`}
    >
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Box>
            <Title order={2} size="h3">
              <span className="number">{timeWords(startAt, timezone)}</span> {name}
            </Title>
            <Text size="sm" className="soft">
              {sold?.option.name}
              {sold && ` · ${durationWords(sold.option.durationMinutes)}`}
            </Text>
          </Box>
          <State departure={departure} catalog={catalog} />
        </Group>
        <Facts departure={departure} catalog={catalog} />
        <Actions departure={departure} catalog={catalog} reload={reload} />
        {bookings.length > 0 ? (
          <Parties bookings={bookings} others={others} move={move} />
        ) : (
          <Text size="sm" className="soft">
            {texts.day.noParty}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

type OfDeparture = Pick<Given, "departure" | "catalog">;

/** Closed, full and why, or how much is free. */
function State({ departure, catalog }: OfDeparture) {
  const words = dayTexts();
  const { entry, blocks, startAt } = departure;
  if (entry?.runs === "CALLED_OFF")
    return (
      <Badge
        color="red"
        variant="filled"
        size="lg"
        flex="none"
        leftSection={<CloudOff size={12} />}
      >
        {words.calledOff}
      </Badge>
    );
  if (blocks.length > 0)
    return (
      <Badge color="red" variant="light" size="lg" flex="none" leftSection={<Lock size={12} />}>
        {words.closed}
      </Badge>
    );
  if (isFull(departure))
    return (
      <Badge color="dark" variant="filled" size="lg" flex="none">
        {takenWords(departure, catalog) ?? words.full}
      </Badge>
    );
  const free = entry?.vacancies ?? null;
  if (free === null || Date.parse(startAt) <= Date.now()) return null;
  return (
    <Badge color="teal" variant="light" size="lg" flex="none">
      {counted(free, words.free)}
    </Badge>
  );
}

/** Guests by kind, and the free places of each resource. */
function Facts({ departure: { bookings, entry }, catalog }: OfDeparture) {
  const resources = entry?.resources ?? [];
  const heads = headsOf(bookings);
  if (resources.length + heads.length === 0) return null;
  return (
    <Group gap="xs">
      {heads.map(([name, count]) => (
        <Badge key={name} variant="default" size="lg" fw={500}>
          {count} {name}
        </Badge>
      ))}
      {resources.map(({ resourceId, vacancies }) => (
        <Badge
          key={resourceId}
          variant="dot"
          color={vacancies === 0 ? "red" : "teal"}
          size="lg"
          fw={500}
        >
          {fill(texts.day.freeOf, {
            name: catalog.resources.get(resourceId)?.name ?? resourceId,
            places: vacancies,
          })}
        </Badge>
      ))}
    </Group>
  );
}

function Actions({ departure, catalog, reload }: OfDeparture & Pick<Given, "reload">) {
  const { startAt, optionId, sold, bookings, blocks, entry } = departure;
  const words = dayTexts();
  const isOff = entry?.runs === "CALLED_OFF";
  const [isClosing, closing] = useDisclosure();
  const isOpen = blocks.length === 0;
  const supplier = sold?.product.supplierId;
  return (
    <Group gap={6}>
      {may("bookings:write") && !isOff && (
        <Button
          px={10}
          component={Link}
          href={hrefOf("/new", { supplier, option: optionId, start: startAt })}
          leftSection={<Plus size={16} aria-hidden />}
        >
          {words.add}
        </Button>
      )}
      <Message departure={departure} />
      {may("tickets:write") && bookings.length > 0 && (
        <Button
          px={10}
          component={Link}
          href={hrefOf(`/check-in/${dayIn(new Date(startAt), departure.timezone)}`, {
            supplier,
            departure: departure.key,
          })}
          variant="default"
          leftSection={<ScanQrCode size={16} aria-hidden />}
        >
          {words.checkIn}
        </Button>
      )}
      {may("resources:write") && sold && (
        <Button
          px={10}
          variant="default"
          leftSection={isOpen ? <Lock size={16} aria-hidden /> : <LockOpen size={16} aria-hidden />}
          onClick={closing.open}
        >
          {isOpen ? words.close : words.open}
        </Button>
      )}
      <Runs departure={departure} catalog={catalog} done={reload} />
      <CloseDeparture
        isShown={isClosing}
        close={closing.close}
        departure={departure}
        done={reload}
      />
    </Group>
  );
}

/** The button and its dialog, in which what is typed stays while it is closed. */
function Message({ departure }: Pick<Given, "departure">) {
  const { startAt, timezone, sold, bookings } = departure;
  const words = dayTexts();
  const [isWriting, { open, close }] = useDisclosure();
  const wasWriting = useRef(false);
  wasWriting.current ||= isWriting;
  const emails = emailsOf(bookings);
  return (
    <>
      <Button
        px={10}
        variant="default"
        leftSection={<Mail size={16} aria-hidden />}
        disabled={emails.length === 0}
        onClick={open}
      >
        {words.message}
      </Button>
      <Suspense>
        {wasWriting.current && (
          <MessageGuests
            isShown={isWriting}
            close={close}
            emails={emails}
            subject={`${timeWords(startAt, timezone, true)} ${sold?.product.name ?? ""}`}
          />
        )}
      </Suspense>
    </>
  );
}
