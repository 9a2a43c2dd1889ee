/** How many of each unit, by steps or typed. */
import "@mantine/core/styles/NumberInput.css";
import { ActionIcon, Group, NumberInput, Stack, Text } from "@mantine/core";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { Unit } from "@slipway/client";
import { type Party, limitsOf, stepped } from "../../../page/parts/party.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";

interface Given {
  readonly units: readonly Pick<Unit, "id" | "name" | "restrictions">[];
  readonly party: Party;
  readonly change: (party: Party) => void;
  /** Enter in a number: where one goes on. */
  readonly goOn: () => void;
}

export function PartyFields({ units, party, change, goOn }: Given) {
  return (
    <Stack gap={6} component="fieldset" className="plain" aria-label={texts.day.party}>
      {units.map((unit) => (
        <Count
          key={unit.id}
          unit={unit}
          count={party[unit.id] ?? 0}
          set={(count) => change({ ...party, [unit.id]: count })}
          goOn={goOn}
        />
      ))}
    </Stack>
  );
}

interface CountGiven extends Pick<Given, "goOn"> {
  readonly unit: Given["units"][number];
  readonly count: number;
  readonly set: (count: number) => void;
}

function Count({ unit, count, set, goOn }: CountGiven) {
  const limits = limitsOf(unit);
  const { less, more } = texts.sale;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" aria-hidden>
        {unit.name}
      </Text>
      <Group gap={4} wrap="nowrap" flex="none">
        <ActionIcon
          variant="default"
          size={36}
          aria-label={fill(less, { name: unit.name })}
          disabled={count === 0}
          onClick={() => set(stepped(count, -1, limits))}
        >
          <Minus size={16} />
        </ActionIcon>
        <NumberInput
          aria-label={unit.name}
          value={count}
          onChange={(value) => set(Math.max(0, Math.trunc(Number(value)) || 0))}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Else the same key would submit the form to which it leads.
            event.preventDefault();
            goOn();
          }}
          hideControls
          allowDecimal={false}
          w={56}
          min={0}
          max={limits.max}
          className="count"
        />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={fill(more, { name: unit.name })}
          onClick={() => set(stepped(count, 1, limits))}
        >
          <Plus size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
