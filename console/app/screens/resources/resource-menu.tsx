/** Changes a resource, with what would be overbooked, and deletes it. */
import { Alert, List, Skeleton, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Resource } from "@slipway/client";
import Trash2 from "lucide-react/icons/trash-2";
import { useLocation } from "wouter";
import type { RecordField } from "../../../page/parts/record-field.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { loadYear } from "../../../page/screens/resources/load-resources.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { ChangeMenu } from "../../parts/change-menu.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSold, useSoldChanged } from "../../parts/use-sold.ts";
import { useSupplier } from "../../supplier.ts";
import { resourceWords } from "./texts.ts";

const most = 10_000_000;

export const resourceDraft = ({
  name = "",
  quantity = 1,
  capacityPerResource = 1,
}: Partial<Resource> = {}) => ({ name, quantity, capacityPerResource });

export function resourceFields(): RecordField<ReturnType<typeof resourceDraft>>[] {
  const words = texts.resources;
  return [
    { name: "name", label: texts.day.name },
    { name: "quantity", label: words.quantity, type: "number", min: 0, max: most },
    { name: "capacityPerResource", label: words.each, type: "number", min: 1, max: most },
  ];
}

export function ResourceMenu({ resource }: { readonly resource: Resource }) {
  const words = resourceWords();
  const { id, name } = resource;
  const changed = useSoldChanged();
  const [, go] = useLocation();
  const say = (text: string): void =>
    void notifications.show({ color: "green", message: fill(text, { name }) });
  return (
    <ChangeMenu
      name={name}
      change={{
        label: words.change,
        title: fill(words.changeTitle, { name }),
        first: resourceDraft(resource),
        fields: resourceFields(),
        send: ({ resources }, _, part) => resources.update(id, part),
        done() {
          say(words.isChanged);
          changed();
        },
        children: (draft) => (
          <Overbooked id={id} places={draft.quantity * draft.capacityPerResource} />
        ),
      }}
      danger={{
        label: words.delete,
        icon: Trash2,
        title: fill(words.deleteTitle, { name }),
        submit: words.doDelete,
        hint: words.deleteHint,
        send: ({ resources }) => resources.delete(id),
        done() {
          say(words.isDeleted);
          go("/resources");
          changed();
        },
      }}
    />
  );
}

/** So many times are named. */
const namedMax = 5;

/** Looks at the next 12 months. The server looks at everything once more. */
function Overbooked({ id, places }: { readonly id: string; readonly places: number }) {
  const words = resourceWords();
  const { timezone } = useSupplier();
  const year = useSold(["usage", id, "year"], (slipway) => loadYear(slipway, id));
  if (year.error) return <ProblemNote error={year.error} />;
  if (!year.data) return <Skeleton h={40} />;
  const over = year.data.filter((each) => each.places > places);
  if (over.length === 0)
    return (
      <Text size="sm" className="soft" component="output">
        {texts.resources.fits}
      </Text>
    );
  return (
    <Alert color="red" title={counted(over.length, words.overbooked)}>
      <List size="sm">
        {over.slice(0, namedMax).map(({ startAt, places: taken }) => (
          <List.Item key={startAt}>
            {fill(words.takenOf, { time: timeWords(startAt, timezone, true), taken, places })}
          </List.Item>
        ))}
        {over.length > namedMax && <List.Item>{words.andMore}</List.Item>}
      </List>
    </Alert>
  );
}
