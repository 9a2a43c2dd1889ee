/** The tickets of an option in their order. Where there is none yet, the usual two are proposed. */
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import type { OptionWithDetails, Unit } from "@slipway/client";
import Archive from "lucide-react/icons/archive";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { unitChange, unitDraft, unitFields } from "../../../page/screens/catalog/option-fields.ts";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { ChangeMenu } from "../../parts/change-menu.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { RecordModal } from "../../parts/record-modal.tsx";
import { RecordTable } from "../../parts/record-list.tsx";
import { OrderItems } from "../../parts/row-menu.tsx";
import { showProblem } from "../../parts/show-problem.tsx";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly option: OptionWithDetails;
}

export function Tickets({ option }: Given) {
  const words = productWords();
  const isWriter = may("catalog:write");
  if (option.units.length === 0)
    return isWriter ? <FirstTickets option={option} /> : <Text size="sm">{words.noTicket}</Text>;
  return (
    <>
      <RecordTable
        title={fill(words.ticketsOf, { name: option.name })}
        rows={option.units}
        keyOf={({ id }) => id}
        menu={isWriter && ((unit) => <TicketMenu unit={unit} option={option} />)}
        columns={[
          { title: words.ticket, cell: ({ name }) => name },
          { title: words.kind, cell: ({ type }) => texts.catalog.kinds[type] },
          { title: words.guests, isNumber: true, cell: (unit) => unitDraft(unit).paxCount },
          { title: words.limits, isNumber: true, cell: limitsOf },
        ]}
      />
      {isWriter && <NewTicket option={option} />}
    </>
  );
}

function limitsOf(unit: Unit): string {
  const { minQuantity, maxQuantity } = unitDraft(unit);
  return minQuantity === null && maxQuantity === null
    ? "–"
    : `${minQuantity ?? 0} – ${maxQuantity ?? "∞"}`;
}

function TicketMenu({ unit, option }: Given & { readonly unit: Unit }) {
  const words = productWords();
  const changed = useSoldChanged();
  const { id, name } = unit;
  const move = (unitIds: string[]): void =>
    void ask(({ options }) => options.setUnitOrder(option.id, { unitIds }))
      .catch(showProblem)
      .finally(changed);
  return (
    <ChangeMenu
      name={name}
      change={{
        label: words.change,
        title: fill(words.detailsOf, { name }),
        first: unitDraft(unit),
        fields: unitFields(),
        send: ({ units }, _, part) => units.update(id, unitChange(unit, part)),
        done: changed,
      }}
      danger={{
        label: words.archive,
        icon: Archive,
        title: fill(words.archiveTitle, { name }),
        submit: words.doArchive,
        hint: texts.catalog.archiveHint,
        send: ({ units }) => units.archive(id),
        done: changed,
      }}
    >
      <OrderItems id={id} ids={option.units.map((each) => each.id)} move={move} />
    </ChangeMenu>
  );
}

function NewTicket({ option }: Given) {
  const words = productWords();
  const [isShown, show] = useState(false);
  const changed = useSoldChanged();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="xs"
        w="fit-content"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => show(true)}
      >
        {words.addTicket}
      </Button>
      <RecordModal
        isShown={isShown}
        close={() => show(false)}
        title={words.addTicket}
        first={unitDraft()}
        fields={unitFields()}
        send={({ options }, draft) =>
          options.createUnit(option.id, { ...draft, ...unitChange({}, draft) })
        }
        done={changed}
      />
    </>
  );
}

interface Proposed {
  readonly name: string;
  readonly type: Unit["type"];
}

/** Made one after another; one that is made leaves the list, so that a second try makes none twice. */
function FirstTickets({ option }: Given) {
  const words = productWords();
  const { kinds } = texts.catalog;
  const [rows, setRows] = useState<readonly Proposed[]>([
    { name: kinds.ADULT, type: "ADULT" },
    { name: kinds.CHILD, type: "CHILD" },
  ]);
  const { attempt, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  const changed = useSoldChanged();
  const save = async (): Promise<void> => {
    for (const row of rows) {
      await ask(({ options }) => options.createUnit(option.id, row));
      setRows((left) => left.filter((each) => each !== row));
    }
  };
  const change = (row: Proposed, part: Partial<Proposed>): void => {
    unsaved.touch();
    setRows(rows.map((each) => (each === row ? { ...each, ...part } : each)));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(() => save().finally(changed), unsaved.clear);
      }}
    >
      <Stack gap="sm">
        <Text size="sm" className="soft">
          {words.firstTickets}
        </Text>
        {rows.map((row, index) => (
          <ProposedRow
            key={index}
            row={row}
            number={index + 1}
            change={(part) => change(row, part)}
            remove={() => setRows(rows.filter((each) => each !== row))}
          />
        ))}
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => setRows([...rows, { name: "", type: "OTHER" }])}
          >
            {words.another}
          </Button>
        </Group>
        <ProblemNote error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={rows.length === 0}>
            {words.saveTickets}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ProposedGiven {
  readonly row: Proposed;
  readonly number: number;
  readonly change: (part: Partial<Proposed>) => void;
  readonly remove: () => void;
}

function ProposedRow({ row, number, change, remove }: ProposedGiven) {
  const words = productWords();
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        required
        aria-label={fill(words.ticketNumber, { number })}
        placeholder={words.ticket}
        value={row.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Select
        w={130}
        aria-label={fill(words.kindNumber, { number })}
        allowDeselect={false}
        data={Object.entries(texts.catalog.kinds).map(([value, label]) => ({ value, label }))}
        value={row.type}
        onChange={(type) => type && change({ type: type as Unit["type"] })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={fill(words.removeNumber, { number })}
        onClick={remove}
      >
        <X size={16} />
      </ActionIcon>
    </Group>
  );
}
