/** The steps by which a cancellation pays back less and less, one a row. */
import "@mantine/core/styles/NumberInput.css";
import { ActionIcon, Button, Group, Input, NumberInput, Select, Stack } from "@mantine/core";
import type { RefundStep } from "@slipway/client";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { durationWords } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { productWords } from "./texts.ts";

type Steps = readonly RefundStep[] | null;

const stepsMax = 10;

/** "100 % until 7 days before, 50 % until 36 hours before". */
export function termsWords(steps: readonly RefundStep[]): string {
  const words = productWords();
  return steps
    .map(({ untilMinutes, refundPercent: percent }) =>
      fill(words.refundStep, { percent, time: durationWords(untilMinutes) }),
    )
    .join(", ");
}

interface Given {
  readonly steps: Steps;
  readonly change: (steps: Steps) => void;
}

export function RefundSteps({ steps, change }: Given) {
  const words = productWords();
  const list = steps ?? [];
  const { untilMinutes = 5_760, refundPercent = 200 } = list.at(-1) ?? {};
  const next = {
    untilMinutes: Math.floor(untilMinutes / 2),
    refundPercent: Math.floor(refundPercent / 2),
  };
  return (
    <Input.Wrapper label={words.terms} description={words.termsHint}>
      <Stack gap="xs" mt="xs">
        {list.map((step, index) => (
          <StepRow
            // The place, so that the button that left a step out keeps the focus.
            key={index}
            step={step}
            number={index + 1}
            change={(part) => change(list.with(index, { ...step, ...part }))}
            remove={() => change(list.length === 1 ? null : list.toSpliced(index, 1))}
          />
        ))}
        {list.length < stepsMax && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => change([...list, next])}
          >
            {words.addStep}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface RowGiven {
  readonly step: RefundStep;
  readonly number: number;
  readonly change: (part: Partial<RefundStep>) => void;
  readonly remove: () => void;
}

function StepRow({ step, number, change, remove }: RowGiven) {
  const words = productWords();
  const { untilMinutes, refundPercent } = step;
  const [unit, setUnit] = useState(untilMinutes > 0 && untilMinutes % 1_440 === 0 ? 1_440 : 60);
  const count = Number((untilMinutes / unit).toFixed(2));
  const set = (now: string | number, minutes: number): void =>
    change({ untilMinutes: Math.round(Number(now) * minutes) });
  return (
    <Group wrap="nowrap" gap="xs">
      <NumberInput
        aria-label={fill(words.percentOfStep, { number })}
        required
        min={0}
        max={100}
        allowDecimal={false}
        suffix=" %"
        value={refundPercent}
        onChange={(typed) => change({ refundPercent: Number(typed) })}
      />
      <NumberInput
        aria-label={fill(words.timeOfStep, { number })}
        required
        min={0}
        decimalScale={2}
        value={count}
        onChange={(typed) => set(typed, unit)}
      />
      <Select
        aria-label={fill(words.unitOfStep, { number })}
        data={Object.entries(words.unitsBefore).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        value={String(unit)}
        onChange={(chosen) => {
          setUnit(Number(chosen));
          set(count, Number(chosen));
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={remove}
        aria-label={fill(words.removeStep, { number })}
      >
        <X size={16} />
      </ActionIcon>
    </Group>
  );
}
