/** Fields of the form for a product. Pure. */
import type { Product } from "@slipway/client";
import type { RecordField } from "../../parts/record-field.ts";
import { texts } from "../../texts/texts.ts";

export const productDraft = ({
  name = "",
  description = null,
  website = null,
  email = null,
  telephone = null,
  address = null,
  timezone = null,
}: Partial<Product> = {}) => ({
  name,
  description,
  website,
  email,
  telephone,
  address,
  timezone,
});

export function productFields(): RecordField<ReturnType<typeof productDraft>>[] {
  const { day, catalog: words } = texts;
  return [
    { name: "name", label: day.name },
    { name: "description", label: words.description, type: "area", isOptional: true },
    { name: "website", label: words.website, type: "url", isOptional: true },
    { name: "email", label: day.email, type: "email", isOptional: true },
    { name: "telephone", label: day.phone, isOptional: true },
    { name: "address", label: words.address, isOptional: true },
    { name: "timezone", label: day.zone, isOptional: true },
  ];
}
