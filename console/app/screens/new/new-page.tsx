/** A new booking: what and when on the left, what it costs and for whom on the right. */
import "./new.css";
import { Alert, Card, Select, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { soldWords } from "../../../page/catalog.ts";
import { catalogOf } from "../../../page/read-catalog.ts";
import { texts } from "../../../page/texts/texts.ts";
import { hrefOf, useChoice } from "../../address.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSupplier } from "../../supplier.ts";
import { Sale } from "./sale.tsx";
import { newTexts } from "./texts.ts";

export function NewPage() {
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {texts.sale.title}
      </Title>
      <OfOption />
    </Stack>
  );
}

/** The option that the address names, else the supplier's first. */
function OfOption() {
  const supplier = useSupplier();
  const [, go] = useLocation();
  const [wanted] = useChoice("option");
  const [start] = useChoice("start");
  const { data, error, refetch } = useQuery({
    queryKey: ["catalog", supplier.id],
    queryFn: () => catalogOf(supplier.id),
  });
  if (!data)
    return error ? (
      <ProblemNote error={error} again={() => void refetch()} />
    ) : (
      <Skeleton h={400} />
    );
  const all = [...data.options.values()];
  const found = all.find(({ option }) => option.id === wanted);
  const sold = found ?? all[0];
  if (!sold)
    return (
      <Card withBorder>
        <Text className="soft">{texts.day.noProduct}</Text>
      </Card>
    );
  const isOther = wanted !== null && !found;
  const first = isOther ? null : start;
  return (
    <>
      {isOther && <Alert color="orange">{texts.sale.gone}</Alert>}
      <Sale
        key={`${sold.option.id} ${first}`}
        optionId={sold.option.id}
        timezone={sold.product.timezone ?? supplier.timezone}
        firstStartAt={first}
        name={soldWords(sold)}
        choice={
          <Select
            label={newTexts().product}
            searchable
            allowDeselect={false}
            value={sold.option.id}
            data={all.map((each) => ({ value: each.option.id, label: soldWords(each) }))}
            onChange={(option) =>
              option && go(hrefOf("/new", { supplier: supplier.id, option }), { replace: true })
            }
          />
        }
      />
    </>
  );
}
