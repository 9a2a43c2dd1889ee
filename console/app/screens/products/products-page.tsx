/** All that the supplier sells, as cards. */
import "./products.css";
import { Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import Plus from "lucide-react/icons/plus";
import { Link } from "wouter";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSold } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { ProductCard } from "./product-card.tsx";
import { productWords } from "./texts.ts";

export function ProductsPage() {
  const { id: supplierId } = useSupplier();
  const words = productWords();
  const products = useSold(["products"], (slipway) =>
    slipway.products.list({ supplierId, include: "options" }),
  );
  const isWriter = may("catalog:write");
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {words.title}
        </Title>
        {isWriter && (products.data?.length ?? 0) > 0 && <NewProduct />}
      </Group>
      {!isWriter && (
        <Text size="sm" className="soft">
          {fill(texts.catalog.readOnly, { scope: "catalog:write" })}
        </Text>
      )}
      <ProblemNote error={products.error} again={() => void products.refetch()} />
      {products.data?.length === 0 && <Empty isWriter={isWriter} />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="md">
        {products.data?.map((product) => (
          <ProductCard key={product.id} product={product} products={products.data} />
        ))}
        {products.isPending && [1, 2, 3].map((each) => <Skeleton key={each} h={270} />)}
      </SimpleGrid>
    </Stack>
  );
}

function NewProduct() {
  return (
    <Button component={Link} href="/products/new" leftSection={<Plus size={16} aria-hidden />}>
      {productWords().newProduct}
    </Button>
  );
}

function Empty({ isWriter }: { readonly isWriter: boolean }) {
  const words = productWords();
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="xs">
        <Text fw={600}>{words.empty}</Text>
        <Text size="sm" className="soft" ta="center" maw={440} mb="sm">
          {words.emptyHint}
        </Text>
        {isWriter && <NewProduct />}
      </Stack>
    </Card>
  );
}
