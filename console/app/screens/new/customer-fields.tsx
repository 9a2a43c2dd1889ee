/** For whom it is booked. What the option asks for is recommended: no booking is refused without it. */
import { SimpleGrid, TextInput, Textarea } from "@mantine/core";
import {
  customerFields,
  type customerIn,
  isRecommended,
} from "../../../page/screens/new/customer.ts";
import { texts } from "../../../page/texts/texts.ts";

interface Given {
  /** By the names of OCTO. */
  readonly contactFields: readonly string[];
  /** The values at first. */
  readonly first?: Partial<ReturnType<typeof customerIn>>;
}

export function CustomerFields({ contactFields, first = {} }: Given) {
  const { sale, day } = texts;
  const [name, email, phone, notes] = customerFields.map((field) => ({
    ...field,
    label: day[field.name],
    autoComplete: "off",
    defaultValue: first.customer?.[field.name],
    description: isRecommended(field.name, contactFields) && sale.recommended,
  }));
  return (
    <>
      <TextInput {...name} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...email} />
        <TextInput {...phone} />
      </SimpleGrid>
      <Textarea
        name="notes"
        label={notes?.label}
        maxLength={notes?.maxLength}
        autoComplete="off"
        defaultValue={first.notes}
        autosize
        minRows={1}
      />
    </>
  );
}
