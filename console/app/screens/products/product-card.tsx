/** A product in the list: its photo, its options, and how far it is from a sale. */
import {
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Group,
  RingProgress,
  Skeleton,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import type { Product } from "@slipway/client";
import { Link } from "wouter";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { initialsOf } from "../../parts/initials.ts";
import { useSold } from "../../parts/use-sold.ts";
import { colorOf } from "../../theme.ts";
import { type WholeProduct, loadProduct, photoHref } from "./load-product.ts";
import { ProductMenu } from "./product-menu.tsx";
import { missingStepsOf, setupSteps } from "./setup.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly product: Product;
  readonly products: readonly Product[];
}

export function ProductCard({ product, products }: Given) {
  const { id, name, options = [] } = product;
  const words = productWords();
  const { data: whole } = useSold(["product", id], (slipway) => loadProduct(slipway, id));
  const href = `/products/${id}`;
  return (
    <Card withBorder padding="md" component="article" aria-label={name}>
      <Card.Section>
        <Cover product={product} whole={whole} color={colorOf(id, products)} />
      </Card.Section>
      <Stack gap="sm" mt="sm" justify="space-between" flex={1}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Box miw={0}>
            <Title order={2} size="h4">
              <Anchor component={Link} href={href} inherit c="inherit" underline="hover">
                {name}
              </Anchor>
            </Title>
            <Text size="sm" className="soft" lineClamp={2}>
              {options.map((option) => option.name).join(" · ") || words.noOption}
            </Text>
          </Box>
          {may("catalog:write") && <ProductMenu product={product} />}
        </Group>
        {whole ? <Readiness whole={whole} /> : <Skeleton h={44} />}
      </Stack>
    </Card>
  );
}

interface CoverGiven {
  readonly product: Product;
  readonly whole: WholeProduct | undefined;
  readonly color: string;
}

function Cover({ product: { id, name }, whole, color }: CoverGiven) {
  const photo = whole?.photos[0];
  if (!whole) return <Skeleton h={150} radius={0} />;
  return (
    <Box
      className="cover"
      data-plain={photo === undefined}
      __vars={{ "--color": `var(--mantine-color-${color}-6)` }}
    >
      {photo ? (
        <img src={photoHref(id, photo)} alt="" loading="lazy" />
      ) : (
        <span aria-hidden>{initialsOf(name)}</span>
      )}
    </Box>
  );
}

function Readiness({ whole: { product, options } }: { readonly whole: WholeProduct }) {
  const words = productWords();
  const missing = missingStepsOf(options);
  const done = setupSteps.length - missing.length;
  const isReady = missing.length === 0;
  return (
    <Group gap="sm" wrap="nowrap">
      <RingProgress
        aria-hidden
        size={44}
        thickness={5}
        roundCaps
        sections={
          done === 0
            ? []
            : [{ value: (100 * done) / setupSteps.length, color: isReady ? "teal.7" : "orange.6" }]
        }
      />
      <Box miw={0} flex={1}>
        {isReady ? (
          <Badge color="teal" variant="light">
            {words.canBeSold}
          </Badge>
        ) : (
          <>
            <Text size="sm" fw={600}>
              {counted(missing.length, words.missingCount)}
            </Text>
            <Text size="xs" className="soft" truncate>
              {missing.map((step) => words.step[step]).join(", ")}
            </Text>
          </>
        )}
      </Box>
      {!isReady && may("catalog:write") && (
        <Button
          component={Link}
          href={`/products/${product.id}/setup`}
          size="xs"
          variant="light"
          aria-label={fill(words.goOnWith, { name: product.name })}
        >
          {words.goOn}
        </Button>
      )}
    </Group>
  );
}
