/** The head of a column of prices: its season, and its prices by the size of the party in a popover. */
import "@mantine/core/styles/NumberInput.css";
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  NumberInput,
  Popover,
  Stack,
  Table,
  Text,
} from "@mantine/core";
import CopyPlus from "lucide-react/icons/copy-plus";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { weekdayWords } from "../../../page/screens/seasons/period-words.ts";
import { me } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { RowMenu } from "../../parts/row-menu.tsx";
import type { PriceColumn, TypedTier } from "./price-columns.ts";
import { seasonWords } from "./season-words.ts";
import { productWords } from "./texts.ts";
import { WhenModal } from "./when-form.tsx";

interface Given {
  readonly column: PriceColumn;
  readonly zone: string;
  readonly change: (part: Partial<PriceColumn>) => void;
  readonly copy: () => void;
  readonly isWriter: boolean;
}

export function PriceHead({ column, zone, change, copy, isWriter }: Given) {
  const words = productWords();
  const { when } = column;
  const [isChanging, setChanging] = useState(false);
  const span = seasonWords(when);
  return (
    <Table.Th style={{ verticalAlign: "top" }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap={4}>
        <div>
          <Text size="sm" fw={600}>
            {when.label ? `${when.label}: ${span}` : span}
          </Text>
          <Text size="xs" className="soft" fw={400}>
            {when.weekdays.length === 7 ? words.everyDay : weekdayWords(when)} ·{" "}
            <span className="number">{when.startTimes.join(", ")}</span>
          </Text>
          <Tiers column={column} change={change} isWriter={isWriter} />
        </div>
        {isWriter && (
          <RowMenu name={span}>
            <Menu.Item
              leftSection={<Pencil size={16} aria-hidden />}
              onClick={() => setChanging(true)}
            >
              {words.changeWhen}
            </Menu.Item>
            <Menu.Item leftSection={<CopyPlus size={16} aria-hidden />} onClick={copy}>
              {words.copyForNextYear}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              className="danger"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => change({ isRemoved: true, isTouched: true })}
            >
              {words.removePrices}
            </Menu.Item>
          </RowMenu>
        )}
      </Group>
      <WhenModal
        isShown={isChanging}
        close={() => setChanging(false)}
        title={words.changeWhen}
        first={when}
        zone={zone}
        submit={words.change}
        done={(now) => change({ when: now, isTouched: true })}
      />
    </Table.Th>
  );
}

type TiersGiven = Omit<Given, "zone" | "copy">;

function Tiers({ column, change, isWriter }: TiersGiven) {
  const words = productWords();
  const { tiers } = column;
  const set = (next: readonly TypedTier[]): void => change({ tiers: next, isTouched: true });
  const text = tiers.length === 0 ? words.addTiers : counted(tiers.length, words.tiers);
  if (!isWriter && tiers.length === 0) return null;
  return (
    <Popover width={340} withArrow trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          mt={2}
          aria-label={`${text}, ${seasonWords(column.when)}`}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {words.tiersTitle}
          </Text>
          <Text size="xs" className="soft" fw={400}>
            {words.tiersHint}
          </Text>
          {tiers.map((tier, index) => (
            <TierRow
              key={index}
              tier={tier}
              number={index + 1}
              change={(part) =>
                set(tiers.map((each, at) => (at === index ? { ...each, ...part } : each)))
              }
              remove={() => set(tiers.filter((_, at) => at !== index))}
            />
          ))}
          <Button
            variant="light"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => set([...tiers, nextTier(tiers)])}
          >
            {words.addTier}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Behind the last one. */
function nextTier(tiers: readonly TypedTier[]): TypedTier {
  const from = Number(tiers.at(-1)?.to ?? 0) + 1;
  return { from, to: from + 3, price: "" };
}

interface RowGiven {
  readonly tier: TypedTier;
  readonly number: number;
  readonly change: (part: Partial<TypedTier>) => void;
  readonly remove: () => void;
}

function TierRow({ tier, number, change, remove }: RowGiven) {
  const words = productWords();
  const { defaultCurrency = "", currencyPrecision = 0 } = me.value?.tenant ?? {};
  const field = (name: keyof TypedTier, label: string) => (
    <NumberInput
      aria-label={fill(label, { number })}
      size="xs"
      hideControls
      min={name === "price" ? 0 : 1}
      decimalScale={name === "price" ? currencyPrecision : 0}
      placeholder={name === "price" ? defaultCurrency : undefined}
      value={tier[name]}
      onChange={(value) => value !== tier[name] && change({ [name]: value })}
    />
  );
  return (
    <Group gap={6} wrap="nowrap">
      {field("from", words.tierFrom)}
      <span className="soft">–</span>
      {field("to", words.tierTo)}
      <span className="soft">=</span>
      {field("price", words.tierPrice)}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={fill(words.removeTier, { number })}
        onClick={remove}
      >
        <X size={14} />
      </ActionIcon>
    </Group>
  );
}
