/** Links of an option to the resources that it needs, and how much of each it takes. */
import "@mantine/core/styles/NumberInput.css";
import {
  Anchor,
  Button,
  Card,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { OptionWithDetails, Resource, ResourceRequirement } from "@slipway/client";
import Plus from "lucide-react/icons/plus";
import Unlink from "lucide-react/icons/unlink";
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { RecordField } from "../../../page/parts/record-field.ts";
import { ask, may } from "../../../page/session.ts";
import { durationWords } from "../../../page/parts/time-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { ChangeMenu } from "../../parts/change-menu.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { RecordList } from "../../parts/record-list.tsx";
import { useSold, useSoldChanged } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly option: OptionWithDetails;
}

export function ResourcesTab({ option }: Given) {
  const words = productWords();
  const { id: supplierId } = useSupplier();
  const resources = useSold(["resources"], (slipway) => slipway.resources.list({ supplierId }));
  const isWriter = may("resources:write");
  const linked = option.resourceRequirements;
  const free = resources.data?.filter(
    ({ id }) => !linked.some(({ resourceId }) => resourceId === id),
  );
  return (
    <Stack gap="md">
      <Text size="sm" className="soft">
        {words.resourcesHint}
      </Text>
      <ProblemNote error={resources.error} again={() => void resources.refetch()} />
      {linked.length > 0 && resources.data && (
        <LinkedTable option={option} resources={resources.data} isWriter={isWriter} />
      )}
      {isWriter && free && <AddResource option={option} free={free} />}
    </Stack>
  );
}

interface TableGiven extends Given {
  readonly resources: readonly Resource[];
  readonly isWriter: boolean;
}

function LinkedTable({ option, resources, isWriter }: TableGiven) {
  const words = productWords();
  const of = ({ resourceId }: ResourceRequirement) => resources.find(({ id }) => id === resourceId);
  const nameOf = (link: ResourceRequirement): string => of(link)?.name ?? link.resourceId;
  return (
    <RecordList
      title={words.linkedResources}
      rows={option.resourceRequirements}
      keyOf={({ id }) => id}
      empty=""
      menu={isWriter && ((link) => <LinkMenu link={link} name={nameOf(link)} />)}
      columns={[
        {
          title: words.resource,
          cell: (link) => (
            <Anchor component={Link} inherit href={`/resources/${link.resourceId}`}>
              {nameOf(link)}
            </Anchor>
          ),
        },
        {
          title: words.capacity,
          isNumber: true,
          cell(link) {
            const resource = of(link);
            return resource && resource.quantity * resource.capacityPerResource;
          },
        },
        { title: words.perGuest, isNumber: true, cell: ({ quantity }) => quantity },
        {
          title: words.atMost,
          isNumber: true,
          cell: ({ maxQuantity }) => maxQuantity ?? words.wholePool,
        },
        {
          title: words.beforeAfter,
          isNumber: true,
          cell: ({ prepareMinutes, turnaroundMinutes }) =>
            `${durationWords(prepareMinutes)} / ${durationWords(turnaroundMinutes)}`,
        },
      ]}
    />
  );
}

type Amounts = Pick<
  ResourceRequirement,
  "quantity" | "maxQuantity" | "prepareMinutes" | "turnaroundMinutes"
>;

function linkFields(): RecordField<Amounts>[] {
  const words = productWords();
  const minutes = { type: "number", min: 0, max: 1440 } as const;
  return [
    { name: "quantity", label: words.perGuest, hint: words.perGuestHint, type: "number", min: 1 },
    {
      name: "maxQuantity",
      label: words.atMost,
      hint: words.atMostHint,
      type: "number",
      min: 1,
      isOptional: true,
    },
    { name: "prepareMinutes", label: words.prepare, hint: words.prepareHint, ...minutes },
    { name: "turnaroundMinutes", label: words.turnaround, hint: words.turnaroundHint, ...minutes },
  ];
}

function LinkMenu({ link, name }: { readonly link: ResourceRequirement; readonly name: string }) {
  const words = productWords();
  const changed = useSoldChanged();
  const { optionId, resourceId, quantity, maxQuantity, prepareMinutes, turnaroundMinutes } = link;
  return (
    <ChangeMenu
      name={name}
      change={{
        label: words.change,
        title: fill(words.detailsOf, { name }),
        first: { quantity, maxQuantity, prepareMinutes, turnaroundMinutes },
        fields: linkFields(),
        send: ({ options }, draft) =>
          options.setResourceRequirement(optionId, { resourceId, ...draft }),
        done: changed,
      }}
      danger={{
        label: words.unlink,
        icon: Unlink,
        title: fill(words.unlinkTitle, { name }),
        submit: words.unlink,
        hint: words.unlinkHint,
        send: ({ options }) => options.deleteResourceRequirement(optionId, resourceId),
        done: changed,
      }}
    />
  );
}

/** Another one of the supplier's resources, or one that is made for it. */
function AddResource({ option, free }: Given & { readonly free: readonly Resource[] }) {
  const words = productWords();
  const isFirst = option.resourceRequirements.length === 0;
  const [isMaking, setMaking] = useState(isFirst && free.length === 0);
  if (isMaking)
    return (
      <NewResource
        option={option}
        back={() => setMaking(false)}
        hasBack={!isFirst || free.length > 0}
      />
    );
  return (
    <Group align="flex-end" gap="xs">
      {free.length > 0 && <LinkExisting option={option} free={free} />}
      <Button
        variant="default"
        leftSection={<Plus size={16} aria-hidden />}
        onClick={() => setMaking(true)}
      >
        {words.newResource}
      </Button>
    </Group>
  );
}

function LinkExisting({ option, free }: Given & { readonly free: readonly Resource[] }) {
  const words = productWords();
  const [resourceId, choose] = useState<string | null>(null);
  const changed = useSoldChanged();
  const { act, error, isBusy } = useAction();
  const link = (id: string): void =>
    void act(
      ({ options }) => options.setResourceRequirement(option.id, { resourceId: id }),
      () => {
        choose(null);
        notifications.show({ color: "green", message: words.isLinked });
        changed();
      },
    );
  return (
    <>
      <Select
        label={words.linkOne}
        placeholder={words.chooseResource}
        searchable
        w={{ base: "100%", xs: 260 }}
        data={free.map(({ id, name }) => ({ value: id, label: name }))}
        value={resourceId}
        onChange={choose}
      />
      <Button
        disabled={!resourceId}
        loading={isBusy}
        onClick={() => resourceId && link(resourceId)}
      >
        {words.link}
      </Button>
      <ProblemNote error={error} />
    </>
  );
}

interface NewGiven extends Given {
  readonly back: () => void;
  readonly hasBack: boolean;
}

function NewResource({ option, back, hasBack }: NewGiven) {
  const words = productWords();
  const { id: supplierId } = useSupplier();
  const [name, setName] = useState("");
  const [quantity, setQuantity] = useState<string | number>(1);
  const [each, setEach] = useState<string | number>(12);
  // Where only the link has failed, a second try makes no second resource.
  const made = useRef<Resource>(undefined);
  const { attempt, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  const changed = useSoldChanged();
  const save = async (): Promise<void> => {
    const given = { quantity: Number(quantity), capacityPerResource: Number(each) };
    made.current ??= await ask(({ resources }) => resources.create({ supplierId, name, ...given }));
    const { id: resourceId } = made.current;
    await ask(({ options }) => options.setResourceRequirement(option.id, { resourceId }));
  };
  return (
    <Card withBorder padding="md" maw={560}>
      <form
        onInput={unsaved.touch}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(save, () => {
            unsaved.clear();
            back();
            changed();
          });
        }}
      >
        <Stack>
          <TextInput
            label={words.resourceName}
            description={words.resourceNameHint}
            required
            maxLength={1_000}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Group grow>
            <Count label={texts.resources.quantity} value={quantity} change={setQuantity} />
            <Count label={texts.resources.each} value={each} change={setEach} />
          </Group>
          <ProblemNote error={error} />
          <Group justify="flex-end">
            {hasBack && (
              <Button variant="default" onClick={back}>
                {words.back}
              </Button>
            )}
            <Button type="submit" loading={isBusy}>
              {words.makeAndLink}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

interface CountGiven {
  readonly label: string;
  readonly value: string | number;
  readonly change: (value: string | number) => void;
}

function Count({ label, value, change }: CountGiven) {
  return (
    <NumberInput
      label={label}
      required
      min={1}
      allowDecimal={false}
      value={value}
      onChange={change}
    />
  );
}
