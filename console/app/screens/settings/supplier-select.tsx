/** Which supplier a record is of, where the tenant has more than one. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ask, may } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";

/** The frame asks for them, too. */
export function useSupplierList() {
  const { data = [] } = useQuery({
    queryKey: ["suppliers"],
    queryFn: ({ signal }) => ask((slipway) => slipway.suppliers.list(), signal),
    enabled: may("suppliers:read"),
  });
  return data;
}

interface Given {
  readonly supplierId: string | null;
  readonly choose: (id: string | null) => void;
  /** One must be chosen, however few there are. */
  readonly isRequired?: boolean;
}

export function SupplierSelect({ supplierId, choose, isRequired = false }: Given) {
  const suppliers = useSupplierList();
  if (suppliers.length < 2 && !isRequired) return null;
  return (
    <Select
      label={texts.parts.supplier}
      placeholder={isRequired ? "" : texts.parts.allSuppliers}
      required={isRequired}
      clearable={!isRequired}
      searchable
      data={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
      value={supplierId}
      onChange={choose}
    />
  );
}
