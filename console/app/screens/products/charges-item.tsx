/** An item of an option's menu: its taxes and fees, changed as a whole in a dialog. */
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  NumberInput,
  Select,
  Stack,
  TextInput,
} from "@mantine/core";
import type { Charge, OptionWithDetails } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import Percent from "lucide-react/icons/percent";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { ask, me } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { RecordModal } from "../../parts/record-modal.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { productWords } from "./texts.ts";

interface Draft {
  readonly charges: readonly Charge[];
}

const chargesMax = 20;
const newCharge: Charge = { name: "", kind: "TAX", basis: "PERCENT", amount: 0, included: true };

export function useCharges({ id, name }: Pick<OptionWithDetails, "id" | "name">) {
  const words = productWords();
  const [isShown, show] = useState(false);
  const soldChanged = useSoldChanged();
  const { data, refetch } = useQuery({
    queryKey: ["charges", id],
    queryFn: ({ signal }) => ask(({ options }) => options.getCharges(id), signal),
    enabled: isShown,
  });
  return {
    item: (
      <Menu.Item leftSection={<Percent size={16} aria-hidden />} onClick={() => show(true)}>
        {words.charges}
      </Menu.Item>
    ),
    modal: data && (
      <RecordModal<Draft, Draft>
        isShown={isShown}
        close={() => show(false)}
        title={fill(words.chargesOf, { name })}
        first={data}
        fields={[]}
        send={({ options }, { charges }) => options.setCharges(id, { charges })}
        done={() => {
          void refetch();
          soldChanged();
        }}
      >
        {({ charges }, change) => (
          <ChargeRows charges={charges} change={(next) => change({ charges: next })} />
        )}
      </RecordModal>
    ),
  };
}

interface RowsGiven extends Draft {
  readonly change: (charges: readonly Charge[]) => void;
}

function ChargeRows({ charges, change }: RowsGiven) {
  return (
    <Stack gap="md">
      {charges.map((charge, index) => (
        <ChargeRow
          key={index}
          charge={charge}
          number={index + 1}
          change={(part) => change(charges.with(index, { ...charge, ...part }))}
          remove={() => change(charges.toSpliced(index, 1))}
        />
      ))}
      {charges.length < chargesMax && (
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => change([...charges, newCharge])}
        >
          {productWords().addCharge}
        </Button>
      )}
    </Stack>
  );
}

interface RowGiven {
  readonly charge: Charge;
  readonly number: number;
  readonly change: (part: Partial<Charge>) => void;
  readonly remove: () => void;
}

function ChargeRow({ charge, number, change, remove }: RowGiven) {
  const words = productWords();
  const { name, kind, basis, included } = charge;
  return (
    <Stack
      gap={6}
      component="fieldset"
      className="plain"
      aria-label={fill(words.charge, { number })}
    >
      <Group wrap="nowrap" gap="xs">
        <TextInput
          flex={1}
          aria-label={words.chargeName}
          placeholder={words.chargeName}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Choice
          label={words.kind}
          names={words.chargeKinds}
          value={kind}
          change={(next) => change({ kind: next })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={remove}
          aria-label={fill(words.removeCharge, { number })}
        >
          <X size={16} />
        </ActionIcon>
      </Group>
      <Group wrap="nowrap" gap="xs">
        <Amount charge={charge} change={change} />
        <Choice
          label={words.chargeBasis}
          names={words.chargeBases}
          value={basis}
          change={(next) => change({ basis: next, amount: 0 })}
        />
        <Checkbox
          label={words.isIncluded}
          checked={included}
          onChange={({ currentTarget }) => change({ included: currentTarget.checked })}
        />
      </Group>
    </Stack>
  );
}

function Amount({ charge: { basis, amount }, change }: Pick<RowGiven, "charge" | "change">) {
  const { defaultCurrency = "", currencyPrecision = 0 } = me.value?.tenant ?? {};
  const isPercent = basis === "PERCENT";
  const decimals = isPercent ? 2 : currencyPrecision;
  return (
    <NumberInput
      aria-label={productWords().chargeAmount}
      required
      w={130}
      min={0}
      max={isPercent ? 100 : undefined}
      decimalScale={decimals}
      suffix={isPercent ? " %" : ` ${defaultCurrency}`}
      value={amount / 10 ** decimals}
      onChange={(typed) => change({ amount: Math.round(Number(typed) * 10 ** decimals) })}
    />
  );
}

interface ChoiceGiven<Value extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly change: (value: Value) => void;
}

function Choice<Value extends string>({ label, names, value, change }: ChoiceGiven<Value>) {
  return (
    <Select
      aria-label={label}
      w={150}
      allowDeselect={false}
      data={Object.entries<string>(names).map(([id, shown]) => ({ value: id, label: shown }))}
      value={value}
      onChange={(chosen) => change((chosen ?? value) as Value)}
    />
  );
}
