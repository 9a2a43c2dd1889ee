/** Can this option be sold? What is there and what is missing, with its departures of the next 12 months. */
import { Card, Group, List, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { Operations, OptionWithDetails, Product } from "@slipway/client";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { timeWords } from "../../../page/parts/time-words.ts";
import {
  type SaleCheck,
  isMissing,
  saleChecksOf,
} from "../../../page/screens/catalog/sale-checks.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSold } from "../../parts/use-sold.ts";
import { productWords } from "./texts.ts";

const yearMs = 365 * 86_400_000;

function loadYear({ availability }: Operations, optionId: string) {
  const now = Date.now();
  const [from = "", to = ""] = [now, now + yearMs].map((at) => new Date(at).toISOString());
  return availability.list({ optionId, from, to, include: "prices" });
}

interface Given {
  readonly product: Product;
  readonly option: OptionWithDetails;
}

export function SaleChecks({ product, option }: Given) {
  const words = productWords();
  const year = useSold(["year", option.id, option.updatedAt], (slipway) =>
    loadYear(slipway, option.id),
  );
  const checks = year.data && saleChecksOf({ product, option, departures: year.data });
  const isWrong = checks?.some(isWrongCheck);
  return (
    <Card withBorder padding="md" component="section" aria-label={texts.catalog.canBeSold}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.catalog.canBeSold}
        </Title>
        <ProblemNote error={year.error} again={() => void year.refetch()} />
        {!checks && !year.error && <Skeleton h={140} />}
        {checks && (
          <>
            <Text size="sm" fw={600}>
              {isWrong ? texts.catalog.no : texts.catalog.yes}
            </Text>
            <Stack gap={6} component="ul" className="plain">
              {checks.map((check) => (
                <Check key={check.of} check={check} />
              ))}
            </Stack>
          </>
        )}
        <Text size="xs" className="soft">
          {words.checksHint}
        </Text>
      </Stack>
    </Card>
  );
}

/** Without a resource no season can be made, though what has one already is sold without a limit. */
function isWrongCheck(check: SaleCheck): boolean {
  return isMissing(check) || (check.of === "resources" && check.count === 0);
}

/** So many times are named; the rest is a number. */
const namedMax = 5;

function Check({ check }: { readonly check: SaleCheck }) {
  const isWrong = isWrongCheck(check);
  const gaps = check.of === "prices" ? check.gaps : [];
  return (
    <li>
      <Group gap={6} wrap="nowrap" align="flex-start" className={isWrong ? "danger" : undefined}>
        {isWrong ? (
          <CircleAlert size={16} className="mark" aria-hidden />
        ) : (
          <CircleCheck size={16} className="mark" aria-hidden />
        )}
        <Text size="sm">{checkWords(check)}</Text>
      </Group>
      {gaps.length > 0 && (
        <List size="xs" withPadding>
          {gaps.slice(0, namedMax).map(({ startAt, timezone }) => (
            <List.Item key={startAt}>{timeWords(startAt, timezone, true)}</List.Item>
          ))}
          {gaps.length > namedMax && <List.Item>{texts.catalog.more}</List.Item>}
        </List>
      )}
    </li>
  );
}

function checkWords(check: SaleCheck): string {
  const words = texts.catalog;
  if (check.of === "prices")
    return check.gaps.length === 0 ? words.priced : counted(check.gaps.length, words.gaps);
  if (check.of === "approval") return check.isNeeded ? words.approval : words.direct;
  if (check.of === "resources" && check.count === 0) return productWords().noResource;
  return check.count === 0 ? words.without[check.of] : counted(check.count, words[check.of]);
}
