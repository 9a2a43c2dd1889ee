/** Seasons of an option that are to be added, changed and removed. */
import { notifications } from "@mantine/notifications";
import type { AvailabilityPeriod, OptionWithDetails } from "@slipway/client";
import { useEffect, useState } from "react";
import { ask } from "../../../page/session.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { productWords } from "./texts.ts";
import { type When, hasSameTimes } from "./when.ts";

/** One that stands in place of a stored one names it. */
interface Added extends When {
  readonly instead?: AvailabilityPeriod;
}

/** A stored one has an id. */
export type Row = AvailabilityPeriod | Added;

export function useSeasons(option: OptionWithDetails) {
  const [added, setAdded] = useState<readonly Added[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const acting = useAction();
  const changed = useSoldChanged();
  const unsaved = useUnsaved();
  const count = added.length + removed.length;
  useEffect(() => (count > 0 ? unsaved.touch() : unsaved.clear()), [count]);
  const keep = (id: string): void => setRemoved((left) => left.filter((each) => each !== id));
  // First the new ones, so that nothing is unsellable in between. A change that remains listed has not been saved.
  const send = async (): Promise<void> => {
    const kept = new Set<string>();
    for (const each of added) {
      const id = await saveAdded(option.id, each);
      setAdded((left) => left.filter((other) => other !== each));
      if (id === undefined) continue;
      kept.add(id);
      keep(id);
    }
    for (const id of removed.filter((each) => !kept.has(each))) {
      await ask(({ options }) => options.deactivateAvailabilityPeriod(option.id, id));
      keep(id);
    }
  };
  const toggle = (row: Row): void => {
    if ("id" in row) {
      if (removed.includes(row.id)) keep(row.id);
      else setRemoved([...removed, row.id]);
    } else {
      setAdded((all) => all.filter((each) => each !== row));
      if (row.instead) keep(row.instead.id);
    }
  };
  const add = (when: Added): void => setAdded((all) => [...all, when]);
  return {
    added,
    removed,
    count,
    acting,
    toggle,
    add,
    replace: (row: Row, when: When): void => {
      if ("id" in row) {
        setRemoved((all) => [...all.filter((id) => id !== row.id), row.id]);
        add({ ...when, instead: row });
      } else setAdded((all) => all.map((each) => (each === row ? { ...row, ...when } : each)));
    },
    discard: (): void => {
      setAdded([]);
      setRemoved([]);
    },
    save: (): void =>
      void acting.attempt(
        () => send().finally(changed),
        () => notifications.show({ color: "green", message: productWords().seasonsSaved }),
      ),
  };
}

/** Changes the stored one that it stands for where that can be; returns its id. Else it is a new one. */
async function saveAdded(
  optionId: string,
  { instead, ...when }: Added,
): Promise<string | undefined> {
  if (!instead || !hasSameTimes(instead, when)) {
    await ask(({ options }) => options.createAvailabilityPeriod(optionId, when));
    return undefined;
  }
  const { label, validFrom, validUntil, exceptDates } = when;
  const part = { label, validFrom, validUntil, exceptDates };
  await ask(({ options }) => options.updateAvailabilityPeriod(optionId, instead.id, part));
  return instead.id;
}
