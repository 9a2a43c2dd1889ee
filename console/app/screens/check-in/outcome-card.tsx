/** The outcome of a scan, large enough to be seen at arm's length. */
import { Alert, Text } from "@mantine/core";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import Copy from "lucide-react/icons/copy";
import type { Entry } from "../../../page/screens/check-in/scans.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { checkInTexts } from "./texts.ts";

const icons = {
  in: CircleCheck,
  waits: Clock,
  double: Copy,
  wrong: Clock,
  unknown: CircleX,
  refused: Ban,
} as const;

export interface OutcomeWords {
  readonly kind: keyof typeof icons;
  readonly color: string;
  readonly title: string;
  readonly detail: string;
}

export function outcomeWords(
  { outcome, name }: Entry,
  timezone: string,
  isAway: boolean,
): OutcomeWords {
  const words = checkInTexts();
  const time = (at: string): string => timeWords(at, timezone);
  switch (outcome?.kind) {
    case undefined: {
      const title = isAway ? words.waits : words.sending;
      return { kind: "waits", color: "blue", title, detail: name || words.unlisted };
    }
    case "in":
      return { kind: "in", color: "green", title: words.in, detail: fill(words.count, outcome) };
    case "double": {
      const text = outcome.by === "" ? words.doubleAt : words.doubleBy;
      const detail = fill(text, { time: time(outcome.at), by: outcome.by });
      return { kind: "double", color: "orange", title: words.double, detail };
    }
    case "wrong": {
      const detail = fill(words.wrongAt, { time: timeWords(outcome.startAt, timezone, true) });
      return { kind: "wrong", color: "red", title: words.wrong, detail };
    }
    case "unknown":
      return { kind: "unknown", color: "red", title: words.unknown, detail: words.unknownHint };
    case "refused":
      return { kind: "refused", color: "red", title: words.refused, detail: words.refusedHint };
  }
}

interface Given {
  readonly entry: Entry;
  readonly timezone: string;
  readonly isAway: boolean;
}

export function OutcomeCard({ entry, timezone, isAway }: Given) {
  const { kind, color, title, detail } = outcomeWords(entry, timezone, isAway);
  const Icon = icons[kind];
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={title}>
      <Text fw={650} size="lg">
        {entry.name}
      </Text>
      {detail !== entry.name && <Text size="sm">{detail}</Text>}
    </Alert>
  );
}
