/** One product: what it consists of, in tabs, and whether it can be sold. */
import "./products.css";
import "@mantine/core/styles/Tabs.css";
import {
  Anchor,
  Box,
  Button,
  Grid,
  Group,
  Select,
  Skeleton,
  Stack,
  Tabs,
  Text,
  Title,
} from "@mantine/core";
import type { OptionWithDetails } from "@slipway/client";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "wouter";
import { may } from "../../../page/session.ts";
import { useChoice } from "../../address.ts";
import type { PageGiven } from "../../page.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSold } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { type WholeProduct, loadProduct } from "./load-product.ts";
import { OptionsTab } from "./options-tab.tsx";
import { PhotosTab } from "./photos-tab.tsx";
import { PricesTab } from "./prices-tab.tsx";
import { ProductMenu } from "./product-menu.tsx";
import { ResourcesTab } from "./resources-tab.tsx";
import { SaleChecks } from "./sale-checks.tsx";
import { SeasonsTab } from "./seasons-tab.tsx";
import { missingStepsOf } from "./setup.ts";
import { productWords } from "./texts.ts";

export function ProductPage({ params: { id = "" } }: PageGiven) {
  const whole = useSold(["product", id], (slipway) => loadProduct(slipway, id));
  return (
    <Stack gap="md">
      <Anchor component={Link} href="/products" size="sm">
        <Group gap={4} component="span">
          <ArrowLeft size={14} aria-hidden /> {productWords().title}
        </Group>
      </Anchor>
      <ProblemNote error={whole.error} again={() => void whole.refetch()} />
      {whole.isPending && <Skeleton h={320} />}
      {whole.data && <Whole key={id} whole={whole.data} />}
    </Stack>
  );
}

interface Given {
  readonly whole: WholeProduct;
}

function Whole({ whole }: Given) {
  const { options } = whole;
  const [named, choose] = useChoice("option");
  const option = options.find(({ id }) => id === named) ?? options[0];
  return (
    <>
      <Header whole={whole} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 9 }}>
          <ProductTabs whole={whole} option={option} choose={choose} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3 }}>
          {option && <SaleChecks product={whole.product} option={option} />}
        </Grid.Col>
      </Grid>
    </>
  );
}

function Header({ whole: { product, options } }: Given) {
  const words = productWords();
  const missing = missingStepsOf(options);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Box miw={0}>
        <Title order={1} size="h2">
          {product.name}
        </Title>
        {product.description && (
          <Text size="sm" className="soft" lineClamp={2} maw={720}>
            {product.description}
          </Text>
        )}
      </Box>
      {may("catalog:write") && (
        <Group gap="xs" wrap="nowrap">
          {missing.length > 0 && (
            <Button component={Link} href={`/products/${product.id}/setup`}>
              {words.goOn}
            </Button>
          )}
          <ProductMenu product={product} />
        </Group>
      )}
    </Group>
  );
}

const tabs = ["options", "resources", "seasons", "prices", "photos"] as const;

interface TabsGiven extends Given {
  readonly option: OptionWithDetails | undefined;
  readonly choose: (id: string | null) => void;
}

function ProductTabs({ whole, option, choose }: TabsGiven) {
  const words = productWords();
  const supplier = useSupplier();
  const [named, show] = useChoice("tab");
  const tab = tabs.find((each) => each === named) ?? "options";
  const zone = whole.product.timezone ?? supplier.timezone;
  const isOfOption = tab !== "options" && tab !== "photos";
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md" className="tabs">
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {words.tab[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {isOfOption && whole.options.length > 1 && option && (
        <Select
          label={words.option}
          allowDeselect={false}
          maw={320}
          mb="md"
          data={whole.options.map(({ id, name }) => ({ value: id, label: name }))}
          value={option.id}
          onChange={choose}
        />
      )}
      <Tabs.Panel value="options">
        <OptionsTab whole={whole} />
      </Tabs.Panel>
      {option && (
        <>
          <Tabs.Panel value="resources">
            <ResourcesTab key={option.id} option={option} />
          </Tabs.Panel>
          <Tabs.Panel value="seasons">
            <SeasonsTab key={option.id} option={option} zone={zone} />
          </Tabs.Panel>
          <Tabs.Panel value="prices">
            <PricesTab key={option.id} option={option} zone={zone} />
          </Tabs.Panel>
        </>
      )}
      <Tabs.Panel value="photos">
        <PhotosTab whole={whole} />
      </Tabs.Panel>
      {isOfOption && !option && <Text className="soft">{words.noOption}</Text>}
    </Tabs>
  );
}
