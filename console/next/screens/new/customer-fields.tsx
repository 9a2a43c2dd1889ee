/** For whom it is booked. What the option asks for is recommended: no booking is refused without it. */
import { SimpleGrid, TextInput, Textarea } from "@mantine/core";
import { customerFields, isRecommended } from "../../../page/screens/new/customer.ts";
import { texts } from "../../../page/texts/texts.ts";

interface Given {
  /** By the names of OCTO. */
  readonly contactFields: readonly string[];
}

export function CustomerFields({ contactFields }: Given) {
  const { sale, day } = texts;
  const [name, email, phone, notes] = customerFields.map((field) => ({
    ...field,
    label: day[field.name],
    autoComplete: "off",
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
        autosize
        minRows={1}
      />
    </>
  );
}
