/** From day to day, by links, by a date and by the arrow keys. */
import { ActionIcon, Button, Group } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link, useLocation, useSearch } from "wouter";
import { texts } from "../../page/texts/texts.ts";
import { useKeys } from "../../page/use-keys.ts";
import { dayAfter } from "../../page/zone.ts";

interface Given {
  /** The address of the page, which takes a day behind it. */
  readonly path: string;
  readonly date: string;
}

/** The opened departure is one of the day; the choice of a product stays. */
export function DaySteps({ path, date }: Given) {
  const { day: words } = texts;
  const [, go] = useLocation();
  const query = new URLSearchParams(useSearch());
  query.delete("departure");
  const at = (day: string): string => `${path}${day}${query.size > 0 ? `?${query}` : ""}`;
  const [before, after] = [-1, 1].map((by) => at(`/${dayAfter(date, by)}`)) as [string, string];
  useKeys({ ArrowLeft: () => go(before), ArrowRight: () => go(after) });
  return (
    <Group gap="xs" wrap="nowrap" className="steps">
      <ActionIcon
        component={Link}
        href={before}
        variant="default"
        size={36}
        aria-label={words.previous}
      >
        <ChevronLeft size={18} />
      </ActionIcon>
      <Button component={Link} href={at("")} variant="default" px="sm">
        {words.today}
      </Button>
      <ActionIcon component={Link} href={after} variant="default" size={36} aria-label={words.next}>
        <ChevronRight size={18} />
      </ActionIcon>
      <DateInput
        aria-label={words.title}
        value={date}
        valueFormat="D MMM YYYY"
        onChange={(chosen) => chosen && go(at(`/${chosen}`))}
        w={122}
        popoverProps={{ position: "bottom-end" }}
      />
    </Group>
  );
}
