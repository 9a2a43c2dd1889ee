/** The days that were drawn over, and what is done with them. */
import { Affix, Button, Group, Paper, Text } from "@mantine/core";
import { Link } from "wouter";
import { dateWords } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { hrefOf } from "../../address.ts";
import { calendarTexts } from "./texts.ts";

interface Given {
  readonly days: readonly [from: string, to: string];
  readonly clear: () => void;
}

const dayMs = 86_400_000;

export function ChosenDays({ days: [from, to], clear }: Given) {
  const words = calendarTexts();
  const [first, last] = [from, to].map((day) =>
    dateWords(day, { weekday: "short", day: "numeric", month: "short" }),
  ) as [string, string];
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return (
    <Affix position={{ bottom: 12, left: "50%" }} zIndex={150} className="chosen-days">
      <Paper withBorder shadow="md" p="xs" radius="lg" component="output" display="block">
        <Group gap="sm" justify="center">
          <Text size="sm" px="xs">
            <strong>{fill(words.chosen, { from: first, to: last })}</strong> ·{" "}
            {counted(count, words.days)}
          </Text>
          <Button component={Link} href={hrefOf("/closures", { from, to })} size="xs">
            {words.closeThese}
          </Button>
          <Button size="xs" variant="default" onClick={clear}>
            {words.clear}
          </Button>
        </Group>
      </Paper>
    </Affix>
  );
}
