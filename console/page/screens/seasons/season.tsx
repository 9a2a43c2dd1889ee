/** The periods of an option on the strip of a year. A change is local until its effect is shown and it is saved. */
import { useEffect, useState } from "preact/hooks";
import type { AvailabilityPeriod, QuotedPeriod } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { NamedButton } from "../../parts/named-button.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ask } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { useAction } from "../../use-action.ts";
import { useLoad } from "../../use-load.ts";
import { NewPeriod } from "./new-period.tsx";
import { periodColumns, spanWords } from "./period-columns.tsx";
import { SeasonQuote } from "./season-quote.tsx";

interface Given {
  readonly optionId: string;
  readonly zone: string;
  readonly marked: readonly string[];
}

export function Season({ optionId, zone, marked }: Given) {
  const words = texts.seasons;
  const loaded = useLoad(optionId, ({ options }) => options.listAvailabilityPeriods(optionId));
  const [added, setAdded] = useState<readonly QuotedPeriod[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const acting = useAction();
  const unsaved = useUnsaved();
  const isChanged = added.length + removed.length > 0;
  useEffect(isChanged ? unsaved.touch : unsaved.clear, [isChanged]);
  // No effect is asked for while it is saved: a period that is to be removed may be gone already.
  const canSave = isChanged && !acting.isBusy;
  // First the new ones, so that nothing is unsellable in between. A change that remains listed has not been saved.
  const save = async (): Promise<void> => {
    for (const period of added) {
      await ask(({ options }) => options.createAvailabilityPeriod(optionId, period));
      setAdded((left) => left.filter((each) => each !== period));
    }
    for (const id of removed) {
      await ask(({ options }) => options.deactivateAvailabilityPeriod(optionId, id));
      setRemoved((left) => left.filter((each) => each !== id));
    }
  };
  const begin = (): void => void acting.attempt(() => save().finally(loaded.reload));
  return (
    <IfLoaded loaded={loaded}>
      {(periods) => (
        <>
          <Periods
            rows={[...periods, ...added]}
            marked={marked}
            stateOf={(row) => {
              if (!("id" in row)) return "added";
              return removed.includes(row.id) ? "removed" : "stays";
            }}
            toggle={(row) => {
              if (!("id" in row)) setAdded(added.filter((each) => each !== row));
              else if (removed.includes(row.id)) setRemoved(removed.filter((id) => id !== row.id));
              else setRemoved([...removed, row.id]);
            }}
          />
          <NewPeriod add={(period) => setAdded([...added, period])} zone={zone} />
          {canSave && (
            <SeasonQuote
              key={JSON.stringify([added, removed])}
              optionId={optionId}
              zone={zone}
              change={{ add: added, remove: removed }}
            />
          )}
          {acting.error !== undefined && (
            <>
              <ProblemNote error={acting.error} />
              <p>{words.partly}</p>
            </>
          )}
          <p class="controls">
            <button type="button" class="main" disabled={!canSave} onClick={begin}>
              {words.save}
            </button>
          </p>
        </>
      )}
    </IfLoaded>
  );
}

type Row = AvailabilityPeriod | QuotedPeriod;

interface ListGiven extends Pick<Given, "marked"> {
  readonly rows: readonly Row[];
  readonly stateOf: (row: Row) => "stays" | "added" | "removed";
  readonly toggle: (row: Row) => void;
}

function Periods({ rows, marked, stateOf, toggle }: ListGiven) {
  const words = texts.seasons;
  return (
    <DataList
      caption={words.periods}
      rows={rows}
      keyOf={(row) => ("id" in row ? row.id : JSON.stringify(row))}
      empty={words.none}
      columns={[
        ...periodColumns(marked),
        { title: words.state, cell: (row) => words[stateOf(row)] },
        {
          title: words.change,
          cell: (row) => {
            const label = stateOf(row) === "stays" ? words.remove : words.undo;
            return <NamedButton label={label} name={spanWords(row)} onClick={() => toggle(row)} />;
          },
        },
      ]}
    />
  );
}
