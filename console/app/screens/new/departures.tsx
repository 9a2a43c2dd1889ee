/** The departures of the chosen day as large buttons. */
import { Badge, Group, Skeleton, Stack, Text } from "@mantine/core";
import type { AvailabilityEntry } from "@slipway/client";
import { levelOf } from "../../../page/parts/free-places.ts";
import { dateWords, timeWords } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { newTexts } from "./texts.ts";

interface Given {
  readonly date: string;
  readonly entries: readonly AvailabilityEntry[];
  readonly isLoading: boolean;
  readonly chosen: string | null;
  /** By the keyboard: a pointer needs no focus to go on. */
  readonly choose: (startAt: string, isByKey: boolean) => void;
}

export function Departures({ date, entries, isLoading, chosen, choose }: Given) {
  const title = dateWords(date, { weekday: "long", day: "numeric", month: "long" });
  return (
    <Stack gap={6} component="fieldset" className="plain" aria-label={newTexts().departures}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {entries.length === 0 && isLoading && [1, 2, 3].map((each) => <Skeleton key={each} h={44} />)}
      {entries.length === 0 && !isLoading && (
        <Text size="sm" className="soft">
          {texts.sale.nothing}
        </Text>
      )}
      {entries.map((entry) => (
        <button
          key={entry.startAt}
          type="button"
          className="start"
          aria-pressed={entry.startAt === chosen}
          onClick={({ detail }) => choose(entry.startAt, detail === 0)}
        >
          <Group justify="space-between" component="span" wrap="nowrap">
            <Text fw={650} className="number" component="span">
              {timeWords(entry.startAt, entry.timezone)}
            </Text>
            <Free entry={entry} />
          </Group>
          {entry.cutoffAt !== entry.startAt && (
            <Text
              size="xs"
              className={Date.parse(entry.cutoffAt) < Date.now() ? "danger" : "soft"}
              component="span"
            >
              {lastBookingWords(entry)}
            </Text>
          )}
        </button>
      ))}
    </Stack>
  );
}

const colors = { nothing: "gray", full: "dark", few: "orange", free: "teal", blocked: "gray" };

function Free({ entry }: { readonly entry: AvailabilityEntry }) {
  const { available, vacancies } = entry;
  const { unlimited, full, free, notOnSale } = newTexts();
  const level = available || vacancies === 0 ? levelOf(entry) : "blocked";
  const left = vacancies === null ? unlimited : counted(vacancies, free);
  return (
    <Badge variant={level === "full" ? "filled" : "light"} color={colors[level]} component="span">
      {level === "full" && full}
      {/* Closed, called off, gone, or with too few places for the smallest party. */}
      {level === "blocked" && notOnSale}
      {available && left}
    </Badge>
  );
}

/** With its day where that is another one than the departure's. */
function lastBookingWords({ startAt, timezone, cutoffAt }: AvailabilityEntry): string {
  const isOtherDay = dayIn(cutoffAt, timezone) !== dayIn(startAt, timezone);
  return fill(texts.sale.lastBooking, { time: timeWords(cutoffAt, timezone, isOtherDay) });
}

/** From departure to departure. */
export function focusDeparture(by: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>("button.start")];
  const at = buttons.findIndex((each) => each === document.activeElement);
  buttons[Math.max(0, at + by)]?.focus();
}
