/** When a season of departures or of prices is: its days of the year, its years, its days of the week and its times. */
import "@mantine/core/styles/Chip.css";
import { Button, Chip, Group, Input, Modal, Stack, TextInput } from "@mantine/core";
import { DateInput, DatePickerInput } from "@mantine/dates";
import dayjs from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import { useState } from "react";
import { weekdayWord } from "../../../page/screens/seasons/period-words.ts";
import { timesOf, allWeekdays } from "../../../page/screens/seasons/year.ts";
import { fill } from "../../../page/texts/fill.ts";
import { currentLanguage, texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { partWords } from "../../parts/texts.ts";
import { productWords } from "./texts.ts";
import type { When } from "./when.ts";

dayjs.extend(customParseFormat);

export const wholeYear: When = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: allWeekdays,
  startTimes: [],
};

interface FormGiven {
  readonly first: When;
  readonly zone: string;
  readonly submit: string;
  readonly done: (when: When) => void;
  readonly close?: (() => void) | undefined;
  /** Single days may be left out. */
  readonly hasExceptions?: boolean;
}

interface Given extends FormGiven {
  readonly isShown: boolean;
  readonly close: () => void;
  readonly title: string;
}

export function WhenModal({ isShown, title, close, done, ...form }: Given) {
  return (
    <Modal opened={isShown} onClose={close} title={title} closeOnClickOutside={false}>
      <WhenForm
        {...form}
        close={close}
        done={(when) => {
          close();
          done(when);
        }}
      />
    </Modal>
  );
}

export function WhenForm({ first, zone, submit, done, close, hasExceptions }: FormGiven) {
  const { seasons } = texts;
  const words = productWords();
  const [start, setStart] = useState(first.startMonthDay);
  const [end, setEnd] = useState(first.endMonthDay);
  const [weekdays, setWeekdays] = useState(first.weekdays);
  const [text, setText] = useState(first.startTimes.join(", "));
  const [label, setLabel] = useState(first.label ?? "");
  const [window, setWindow] = useState<WindowOfYears>(first);
  const [exceptDates, setExceptDates] = useState(first.exceptDates ?? []);
  const unsaved = useUnsaved();
  const startTimes = timesOf(text);
  const { validFrom = null, validUntil = null } = window;
  const isTurned = validFrom !== null && validUntil !== null && validUntil < validFrom;
  const isReady = startTimes !== undefined && weekdays.length > 0 && !isTurned;
  return (
    <form
      onInput={unsaved.touch}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        unsaved.clear();
        const days = { startMonthDay: start, endMonthDay: end, validFrom, validUntil };
        const when = { ...days, weekdays, startTimes, label: label.trim() || null };
        done(hasExceptions ? { ...when, exceptDates } : when);
      }}
    >
      <Stack>
        <TextInput
          label={words.seasonName}
          placeholder={words.seasonExample}
          maxLength={200}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <Group grow align="flex-start">
          <DayOfYear label={seasons.first} value={start} choose={setStart} />
          <DayOfYear label={seasons.last} value={end} choose={setEnd} />
        </Group>
        <Window window={window} choose={setWindow} isTurned={isTurned} />
        <Weekdays weekdays={weekdays} choose={setWeekdays} />
        <TextInput
          label={seasons.times}
          description={fill(seasons.timesHint, { zone })}
          required
          value={text}
          error={text === "" || startTimes ? undefined : seasons.timesWrong}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {hasExceptions && <Exceptions days={exceptDates} choose={setExceptDates} />}
        <Group justify="flex-end">
          {close && (
            <Button variant="default" onClick={close}>
              {partWords().cancel}
            </Button>
          )}
          <Button type="submit" disabled={!isReady}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DayGiven {
  readonly label: string;
  /** MM-DD */
  readonly value: string;
  readonly choose: (monthDay: string) => void;
}

/** The year is one with a 29 February, and is never shown. */
function DayOfYear({ label, value, choose }: DayGiven) {
  const parse = (typed: string): string | null => {
    const day = dayjs(`${typed} 2024`, "D MMM YYYY", currentLanguage.value);
    return day.isValid() ? `2024-${day.format("MM-DD")}` : null;
  };
  return (
    <DateInput
      label={label}
      description={productWords().everyYear}
      required
      valueFormat="D MMM"
      dateParser={parse}
      value={`2024-${value}`}
      onChange={(day) => day && choose(day.slice(-5))}
    />
  );
}

type WindowOfYears = Pick<When, "validFrom" | "validUntil">;

interface WindowGiven {
  readonly window: WindowOfYears;
  readonly choose: (window: WindowOfYears) => void;
  /** It ends before it begins. */
  readonly isTurned: boolean;
}

function Window({ window, choose, isTurned }: WindowGiven) {
  const words = productWords();
  const field = (end: keyof WindowOfYears) => ({
    label: words[end],
    placeholder: words.always,
    valueFormat: "D MMM YYYY",
    clearable: true,
    value: window[end] ?? null,
    onChange: (date: string | null) => choose({ ...window, [end]: date }),
  });
  return (
    <Group grow align="flex-start">
      <DateInput {...field("validFrom")} />
      <DateInput {...field("validUntil")} error={isTurned && words.endsBefore} />
    </Group>
  );
}

interface ExceptionsGiven {
  /** YYYY-MM-DD, ascending. */
  readonly days: readonly string[];
  readonly choose: (days: readonly string[]) => void;
}

function Exceptions({ days, choose }: ExceptionsGiven) {
  const words = productWords();
  return (
    <DatePickerInput
      type="multiple"
      label={words.exceptDates}
      placeholder={words.noExceptions}
      valueFormat="D MMM YYYY"
      clearable
      value={[...days]}
      onChange={(chosen) => choose(chosen.toSorted())}
    />
  );
}

interface WeekdaysGiven {
  readonly weekdays: readonly number[];
  readonly choose: (weekdays: readonly number[]) => void;
}

function Weekdays({ weekdays, choose }: WeekdaysGiven) {
  return (
    <Input.Wrapper label={texts.seasons.weekdays} labelElement="div">
      <Chip.Group
        multiple
        value={weekdays.map(String)}
        onChange={(days) => choose(allWeekdays.filter((day) => days.includes(String(day))))}
      >
        <Group gap={6} mt={4}>
          {allWeekdays.map((day) => (
            <Chip key={day} value={String(day)} size="sm" variant="light">
              {weekdayWord(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
