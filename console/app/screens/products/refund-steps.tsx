/** The steps by which a cancellation pays back less and less, one a row. */
import "@mantine/core/styles/NumberInput.css";
import { ActionIcon, Button, Group, Input, NumberInput, Stack } from "@mantine/core";
import type { RefundStep } from "@slipway/client";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { fill } from "../../../page/texts/fill.ts";
import { productWords } from "./texts.ts";

type Steps = readonly RefundStep[] | null;

const stepsMax = 10;

/** "100 % until 48 h before, 50 % until 24 h before". */
export function termsWords(steps: readonly RefundStep[]): string {
  const words = productWords();
  return steps
    .map(({ untilMinutes, refundPercent: percent }) =>
      fill(words.refundStep, { percent, hours: hoursOf(untilMinutes) }),
    )
    .join(", ");
}

function hoursOf(minutes: number): number {
  return Number((minutes / 60).toFixed(2));
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
        aria-label={fill(words.hoursOfStep, { number })}
        required
        min={0}
        decimalScale={2}
        suffix={words.hoursBefore}
        value={hoursOf(untilMinutes)}
        onChange={(typed) => change({ untilMinutes: Math.round(Number(typed) * 60) })}
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
