/** Leads a product through the steps that it lacks: tickets, resources, when, prices. At the end one sells one. */
import "./products.css";
import { Button, Card, Group, Skeleton, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { OptionWithDetails } from "@slipway/client";
import Check from "lucide-react/icons/check";
import { useEffect } from "react";
import { Link } from "wouter";
import { timeWords } from "../../../page/parts/time-words.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { hrefOf, useChoice } from "../../address.ts";
import type { PageGiven } from "../../page.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSold } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { type WholeProduct, loadProduct } from "./load-product.ts";
import { PricesTab } from "./prices-tab.tsx";
import { ResourcesTab } from "./resources-tab.tsx";
import { SeasonsTab } from "./seasons-tab.tsx";
import { SetupFrame } from "./setup-frame.tsx";
import { type SetupStep, missingStepsOf, setupSteps } from "./setup.ts";
import { productWords } from "./texts.ts";
import { Tickets } from "./tickets.tsx";

export function SetupPage({ params: { id = "" } }: PageGiven) {
  const whole = useSold(["product", id], (slipway) => loadProduct(slipway, id));
  const [named] = useChoice("step");
  if (whole.error) return <ProblemNote error={whole.error} again={() => void whole.refetch()} />;
  // The first step that is open rests on data of now: the list may have read the product before a copy was whole.
  if (!whole.data || (named === null && whole.isFetching)) return <Skeleton h={320} />;
  return <Setup whole={whole.data} />;
}

/** The option that lacks most: a copy of a product has several. */
function openOptionOf(options: readonly OptionWithDetails[]): OptionWithDetails | undefined {
  return options.toSorted((a, b) => missingStepsOf([b]).length - missingStepsOf([a]).length)[0];
}

const end = setupSteps.length;

function Setup({ whole: { product, options } }: { readonly whole: WholeProduct }) {
  const words = productWords();
  const missing = missingStepsOf(options);
  const [named, choose] = useChoice("step");
  const [optionId, chooseOption] = useChoice("option");
  const option = options.find(({ id }) => id === optionId) ?? openOptionOf(options);
  const first = missing[0];
  const firstOpen = first ? setupSteps.indexOf(first) : end;
  const step = named === null ? firstOpen : Math.min(Number(named) - 1, end);
  const shown = setupSteps[step];
  // The address keeps both: the next read may find another option that lacks more.
  useEffect(() => {
    if (named === null) choose(String(firstOpen + 1));
    else if (option && optionId === null) chooseOption(option.id);
  });
  if (!option) return <NoOption productId={product.id} />;
  const show = (next: number): void => choose(String(next));
  const title = options.length > 1 ? `${product.name}, ${option.name}` : product.name;
  return (
    <SetupFrame title={title} active={step + 1} missing={missing} choose={show}>
      {shown ? (
        <Stack gap="md">
          <Title order={2} size="h3">
            {words.question[shown]}
          </Title>
          <StepForm step={shown} option={option} product={product} />
          <Group justify="space-between" className="step-bar">
            <Button variant="default" disabled={step === 0} onClick={() => show(step)}>
              {words.back}
            </Button>
            <Button
              disabled={missingStepsOf([option]).includes(shown)}
              onClick={() => show(step + 2)}
            >
              {words.next}
            </Button>
          </Group>
        </Stack>
      ) : (
        <SellOne option={option} product={product} missing={missing} />
      )}
    </SetupFrame>
  );
}

interface StepGiven {
  readonly option: OptionWithDetails;
  readonly product: WholeProduct["product"];
}

function StepForm({ step, option, product }: StepGiven & { readonly step: SetupStep }) {
  const supplier = useSupplier();
  const zone = product.timezone ?? supplier.timezone;
  if (step === "tickets")
    return (
      <Card withBorder padding="lg">
        <Tickets option={option} />
      </Card>
    );
  if (step === "resources") return <ResourcesTab option={option} />;
  if (step === "seasons") return <SeasonsTab option={option} zone={zone} />;
  return <PricesTab option={option} zone={zone} />;
}

function NoOption({ productId }: { readonly productId: string }) {
  const words = productWords();
  return (
    <Stack align="flex-start">
      <Text>{words.noOption}</Text>
      <Button component={Link} href={`/products/${productId}`}>
        {words.addOption}
      </Button>
    </Stack>
  );
}

const monthMs = 31 * 86_400_000;

interface EndGiven extends StepGiven {
  readonly missing: readonly SetupStep[];
}

function SellOne({ option, product, missing }: EndGiven) {
  const words = productWords();
  const next = useSold(["next", option.id, option.updatedAt], async ({ availability }) => {
    const [from = "", to = ""] = [0, monthMs].map((ms) => new Date(Date.now() + ms).toISOString());
    const entries = await availability.list({ optionId: option.id, from, to });
    return entries.find(({ available }) => available) ?? null;
  });
  const href = hrefOf("/new", {
    supplier: product.supplierId,
    option: option.id,
    start: next.data?.startAt,
  });
  const isReady = missing.length === 0;
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="sm">
        <ThemeIcon size={56} radius="xl" color={isReady ? "teal" : "orange"} variant="light">
          <Check aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h3" ta="center">
          {fill(isReady ? words.isReady : words.isPartlyReady, { name: product.name })}
        </Title>
        <Text size="sm" className="soft" ta="center">
          {next.data
            ? fill(words.nextDeparture, {
                time: timeWords(next.data.startAt, next.data.timezone, true),
              })
            : next.data === null && words.noNext}
        </Text>
        <Group justify="center">
          <Button variant="default" component={Link} href={`/products/${product.id}`}>
            {words.toProduct}
          </Button>
          {may("bookings:write") && (
            <Button component={Link} href={href}>
              {words.sellOne}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
