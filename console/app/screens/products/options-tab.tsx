/** The options of a product, each with its tickets. */
import { Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { OptionWithDetails, Product } from "@slipway/client";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import {
  allOptionFields,
  optionChange,
  optionDraft,
  optionFields,
} from "../../../page/screens/catalog/option-fields.ts";
import { may } from "../../../page/session.ts";
import { durationWords } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { ChangeMenu } from "../../parts/change-menu.tsx";
import { RecordModal } from "../../parts/record-modal.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { useCharges } from "./charges-item.tsx";
import type { WholeProduct } from "./load-product.ts";
import { RefundSteps, termsWords } from "./refund-steps.tsx";
import { productWords } from "./texts.ts";
import { Tickets } from "./tickets.tsx";

export function OptionsTab({ whole: { product, options } }: { readonly whole: WholeProduct }) {
  const isWriter = may("catalog:write");
  return (
    <Stack gap="md">
      {options.map((option) => (
        <OptionCard key={option.id} option={option} isWriter={isWriter} />
      ))}
      {isWriter && <NewOption product={product} />}
    </Stack>
  );
}

interface CardGiven {
  readonly option: OptionWithDetails;
  readonly isWriter: boolean;
}

const minutesOf = { minute: 1, hour: 60, day: 1_440 } as const;

function OptionCard({ option, isWriter }: CardGiven) {
  const words = productWords();
  const { bookingCutoffMinutes: cutoff, cancellationPolicy: terms } = option;
  const cancelUntil = option.cancellationCutoffAmount * minutesOf[option.cancellationCutoffUnit];
  return (
    <Card withBorder padding="md" component="section" aria-label={option.name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Box miw={0}>
          <Title order={2} size="h4">
            {option.name}
          </Title>
          <Text size="sm" className="soft">
            {durationWords(option.durationMinutes)}
            {cutoff > 0 && ` · ${fill(words.salesEnd, { time: durationWords(cutoff) })}`}
            {cancelUntil > 0 &&
              ` · ${fill(words.cancelUntil, { time: durationWords(cancelUntil) })}`}
            {terms && ` · ${fill(words.paidBack, { terms: termsWords(terms) })}`}
          </Text>
        </Box>
        {isWriter && <OptionMenu option={option} />}
      </Group>
      <Tickets option={option} />
    </Card>
  );
}

function OptionMenu({ option }: Pick<CardGiven, "option">) {
  const words = productWords();
  const changed = useSoldChanged();
  const charges = useCharges(option);
  const { id, name } = option;
  return (
    <>
      {charges.modal}
      <ChangeMenu
        name={name}
        change={{
          label: words.change,
          title: fill(words.detailsOf, { name }),
          first: optionDraft(option),
          fields: allOptionFields(),
          children: ({ cancellationPolicy }, edit) => (
            <RefundSteps
              steps={cancellationPolicy}
              change={(steps) => edit({ cancellationPolicy: steps })}
            />
          ),
          send: ({ options }, _, part) => options.update(id, optionChange(option, part)),
          done: changed,
        }}
        danger={{
          label: words.delete,
          icon: Trash2,
          title: fill(words.deleteTitle, { name }),
          submit: words.delete,
          hint: words.deleteOptionHint,
          send: ({ options }) => options.delete(id),
          done: changed,
        }}
      >
        {may("resources:write") && may("availability:read") && charges.item}
      </ChangeMenu>
    </>
  );
}

function NewOption({ product }: { readonly product: Product }) {
  const words = productWords();
  const [isShown, show] = useState(false);
  const changed = useSoldChanged();
  return (
    <>
      <Box>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => show(true)}
        >
          {words.addOption}
        </Button>
      </Box>
      <RecordModal
        isShown={isShown}
        close={() => show(false)}
        title={words.addOption}
        first={{ name: "", durationMinutes: 60 }}
        fields={optionFields()}
        send={({ products }, draft) => products.createOption(product.id, draft)}
        done={changed}
      />
    </>
  );
}
