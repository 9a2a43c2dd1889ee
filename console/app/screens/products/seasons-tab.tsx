/** When an option departs, on the strip of a year. A change is local until its effect is shown and it is saved. */
import { ActionIcon, Box, Button, Card, Group, Menu, Stack, Text } from "@mantine/core";
import type { OptionWithDetails } from "@slipway/client";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import CopyPlus from "lucide-react/icons/copy-plus";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import { useMemo, useState } from "react";
import { dateWords } from "../../../page/parts/time-words.ts";
import { weekdayWords } from "../../../page/screens/seasons/period-words.ts";
import { clockChanges } from "../../../page/screens/seasons/year.ts";
import { may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { RowMenu } from "../../parts/row-menu.tsx";
import { ImportRule } from "./import-rule.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SeasonEffect } from "./season-effect.tsx";
import { seasonWords } from "./season-words.ts";
import { productWords } from "./texts.ts";
import { WhenForm, WhenModal, wholeYear } from "./when-form.tsx";
import { type Row, useSeasons } from "./use-seasons.ts";
import { type End, forNextYear, whenOf, withEndAt } from "./when.ts";
import { MonthHeads, YearStrip } from "./year-strip.tsx";

interface Given {
  readonly option: OptionWithDetails;
  readonly zone: string;
}

export function SeasonsTab({ option, zone }: Given) {
  const words = productWords();
  const season = useSeasons(option);
  const { added, removed, acting } = season;
  const [editing, edit] = useState<Row>();
  const rows: readonly Row[] = [...option.availabilityPeriods, ...added];
  const isWriter = may("resources:write");
  if (option.resourceRequirements.length === 0)
    return <Text className="soft">{words.resourceFirst}</Text>;
  return (
    <Stack gap="md">
      {rows.length > 0 && (
        <Strips rows={rows} zone={zone} season={season} edit={edit} isWriter={isWriter} />
      )}
      {rows.length === 0 && isWriter && (
        <Card withBorder padding="md" maw={560}>
          <WhenForm
            first={wholeYear}
            zone={zone}
            submit={texts.seasons.add}
            done={season.add}
            hasExceptions
          />
        </Card>
      )}
      {isWriter && (
        <Group gap="xs">
          {rows.length > 0 && (
            <Button
              variant="default"
              leftSection={<Plus size={16} aria-hidden />}
              onClick={() => edit(wholeYear)}
            >
              {words.addSeason}
            </Button>
          )}
          <ImportRule option={option} zone={zone} />
        </Group>
      )}
      {season.count > 0 && !acting.isBusy && (
        <SeasonEffect
          optionId={option.id}
          zone={zone}
          change={{ add: added.map(({ label, instead, ...when }) => when), remove: removed }}
        />
      )}
      <SaveBar
        count={season.count}
        submit={words.saveSeasons}
        save={season.save}
        discard={season.discard}
        isBusy={acting.isBusy}
        error={acting.error}
      />
      <WhenModal
        isShown={editing !== undefined}
        close={() => edit(undefined)}
        title={editing === wholeYear ? words.addSeason : words.changeSeason}
        first={editing ?? wholeYear}
        zone={zone}
        hasExceptions
        submit={editing === wholeYear ? texts.seasons.add : words.change}
        done={(when) => {
          if (editing && editing !== wholeYear) season.replace(editing, when);
          else season.add(when);
        }}
      />
    </Stack>
  );
}

interface StripsGiven {
  readonly rows: readonly Row[];
  readonly zone: string;
  readonly season: ReturnType<typeof useSeasons>;
  readonly edit: (row: Row) => void;
  readonly isWriter: boolean;
}

const colors = ["tide", "orange", "grape", "teal", "pink", "indigo"];

function Strips({ rows, zone, season, edit, isWriter }: StripsGiven) {
  const [today] = useState(() => dayIn(new Date(), zone));
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const changes = useMemo(() => clockChanges(`${year}-01-01`, zone), [year, zone]);
  const days = changes.map((day) => dateWords(day, { dateStyle: "medium" })).join("; ");
  return (
    <Card withBorder padding="md">
      <Box className="season head">
        <YearSteps year={year} choose={setYear} />
        <MonthHeads />
        <span />
      </Box>
      <Stack gap={0} component="ul" className="plain" aria-label={texts.seasons.periods}>
        {rows.map((row, index) => (
          <SeasonRow
            key={"id" in row ? row.id : JSON.stringify(row)}
            row={row}
            color={colors[index % colors.length] ?? "tide"}
            year={year}
            copy={() => season.add(forNextYear(row, rows, today))}
            marked={["02-29", ...changes]}
            season={season}
            edit={edit}
            isWriter={isWriter}
          />
        ))}
      </Stack>
      <Text size="xs" className="soft" mt="xs">
        {fill(texts.seasons.marked, { days })}
      </Text>
    </Card>
  );
}

interface YearGiven {
  readonly year: number;
  readonly choose: (year: number) => void;
}

function YearSteps({ year, choose }: YearGiven) {
  const words = productWords();
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={44}
        aria-label={words.yearBefore}
        onClick={() => choose(year - 1)}
      >
        <ChevronLeft size={18} />
      </ActionIcon>
      <Text fw={600} className="number" px={6} aria-live="polite">
        {year}
      </Text>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={words.yearAfter}
        onClick={() => choose(year + 1)}
      >
        <ChevronRight size={18} />
      </ActionIcon>
    </Group>
  );
}

interface RowGiven extends Omit<StripsGiven, "rows" | "zone"> {
  readonly row: Row;
  readonly color: string;
  readonly marked: readonly string[];
  readonly year: number;
  readonly copy: () => void;
}

function SeasonRow({ row, color, marked, year, season, edit, copy, isWriter }: RowGiven) {
  const words = productWords();
  const isRemoved = "id" in row && season.removed.includes(row.id);
  const stored = isRemoved ? "removed" : "stays";
  const state = "id" in row ? stored : "added";
  const { shown, drag } = useDrag(row, year, season);
  const span = seasonWords(shown);
  return (
    <Box component="li" className="season" data-state={state}>
      <SeasonText row={row} span={span} state={state} />
      <YearStrip
        when={shown}
        year={year}
        color={color}
        state={state}
        marked={marked}
        drag={isWriter && !isRemoved ? drag : undefined}
      />
      {isWriter && (
        <RowMenu name={span}>
          {!isRemoved && (
            <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => edit(row)}>
              {words.change}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<CopyPlus size={16} aria-hidden />} onClick={copy}>
            {words.copyForNextYear}
          </Menu.Item>
          {state === "stays" ? (
            <Menu.Item
              className="danger"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => season.toggle(row)}
            >
              {words.remove}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<Undo2 size={16} aria-hidden />}
              onClick={() => season.toggle(row)}
            >
              {words.takeBack}
            </Menu.Item>
          )}
        </RowMenu>
      )}
    </Box>
  );
}

type State = "stays" | "added" | "removed";

function SeasonText({ row, span, state }: Record<"span", string> & { row: Row; state: State }) {
  const words = productWords();
  return (
    <Box miw={0}>
      <Text size="sm" fw={600}>
        {row.label ? `${row.label}: ${span}` : span}
      </Text>
      <Text size="xs" className="soft">
        {row.weekdays.length === 7 ? words.everyDay : weekdayWords(row)} ·{" "}
        <span className="number">{row.startTimes.join(", ")}</span>
        {state !== "stays" && ` · ${texts.seasons[state]}`}
      </Text>
      {row.exceptDates && row.exceptDates.length > 0 && (
        <Text size="xs" className="soft">
          {fill(words.except, { days: row.exceptDates.map(dayWord).join(", ") })}
        </Text>
      )}
    </Box>
  );
}

/** The season as it is while one of its ends is dragged. It is changed when the end is let go on another day. */
function useDrag(row: Row, year: number, season: ReturnType<typeof useSeasons>) {
  const [moved, move] = useState<{ readonly row: Row; readonly when: Row }>();
  return {
    shown: moved?.row === row ? moved.when : row,
    drag: (end: End, day: number, isOver: boolean): void => {
      const when = withEndAt(row, year, end, day);
      move(isOver ? undefined : { row, when });
      if (!isOver || seasonWords(when) === seasonWords(row)) return;
      season.replace(row, { ...whenOf(when), exceptDates: when.exceptDates });
    },
  };
}

function dayWord(date: string): string {
  return dateWords(date, { dateStyle: "medium" });
}
