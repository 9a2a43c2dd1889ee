/** Another departure of the option: a day, then what departs on it, or a custom time. */
import { ActionIcon, Group, Radio, SimpleGrid, Skeleton, Text, TextInput } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { AvailabilityEntry, Booking } from "@slipway/client";
import { timeWords } from "../../../page/parts/time-words.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { dayAfter, rangeOfDay } from "../../../page/zone.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { bookingTexts } from "./texts.ts";

interface Chosen {
  readonly date: string;
  readonly startAt: string | null;
  /** Empty: a departure of the timetable. */
  readonly ownTime: string;
}

interface Given {
  readonly booking: Booking;
  readonly zone: string;
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
}

export function StartChoice({ booking, zone, chosen, choose }: Given) {
  const words = bookingTexts();
  const { date, ownTime } = chosen;
  const onDay = (day: string): void => choose({ date: day, startAt: null, ownTime: "" });
  const step = (days: number, label: string, Icon: typeof ChevronLeft) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      onClick={() => onDay(dayAfter(date, days))}
    >
      <Icon size={18} />
    </ActionIcon>
  );
  return (
    <>
      <Group gap="xs" align="flex-end">
        {step(-1, texts.day.previous, ChevronLeft)}
        <DateInput
          label={words.day}
          value={date}
          valueFormat="ddd D MMM YYYY"
          onChange={(day) => day && onDay(day)}
          w={170}
        />
        {step(1, texts.day.next, ChevronRight)}
        <TextInput
          type="time"
          label={words.customTime}
          title={fill(words.customTimeHint, { zone })}
          w={130}
          value={ownTime}
          onChange={({ currentTarget }) =>
            choose({ date, startAt: null, ownTime: currentTarget.value })
          }
        />
      </Group>
      <Departures booking={booking} zone={zone} chosen={chosen} choose={choose} />
    </>
  );
}

function Departures({ booking, zone, chosen, choose }: Given) {
  const words = bookingTexts();
  const { optionId, startAt: oldStart } = booking;
  const { date, startAt } = chosen;
  const { data, error, refetch } = useQuery({
    queryKey: ["departures", optionId, date],
    queryFn: ({ signal }) =>
      ask(({ availability }) => availability.list({ optionId, ...rangeOfDay(date, zone) }), signal),
  });
  const others = data?.filter((entry) => entry.startAt !== oldStart) ?? [];
  return (
    <>
      <ProblemNote error={error} again={() => void refetch()} />
      {!data && !error && <Skeleton h={64} />}
      {data && others.length === 0 && (
        <Text size="sm" className="soft">
          {words.nothing}
        </Text>
      )}
      {others.length > 0 && (
        <Radio.Group
          label={words.departures}
          value={startAt}
          onChange={(next) => choose({ date, startAt: next, ownTime: "" })}
        >
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" mt={6}>
            {others.map((entry) => (
              <Radio.Card key={entry.startAt} value={entry.startAt} p="xs" radius="md">
                <Text fw={600} className="number">
                  {timeWords(entry.startAt, zone)}
                </Text>
                <Text size="xs" className="soft">
                  {freeWords(entry)}
                </Text>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
      )}
    </>
  );
}

/** One that is closed or full can be chosen all the same: the quote says why it is refused. */
function freeWords({ vacancies, available }: AvailabilityEntry): string {
  const words = bookingTexts();
  if (!available) return words.notOnSale;
  return vacancies === null ? words.unlimited : counted(vacancies, words.free);
}
