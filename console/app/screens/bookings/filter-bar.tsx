/** Saved filters, the search, and what else narrows the list. All but the search stands in the address: that must not name people. */
import { Box, Button, Group, ScrollArea, Select, TextInput } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { useDisclosure } from "@mantine/hooks";
import ListFilter from "lucide-react/icons/list-filter";
import Search from "lucide-react/icons/search";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import type { BookingStatus, Product } from "@slipway/client";
import { sourceOf } from "../../../page/parts/sale-words.ts";
import { searchText } from "../../../page/search-text.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useStill } from "../../../page/use-still.ts";
import { ProductFilter } from "../../parts/product-filter.tsx";
import { type Filter, type View, views } from "./filter.ts";
import { bookingsTexts } from "./texts.ts";

interface Given {
  readonly filter: Filter;
  readonly products: readonly Product[] | undefined;
  readonly sources: readonly string[] | undefined;
}

const statuses = ["CONFIRMED", "PENDING", "ON_HOLD", "CANCELLED", "REJECTED", "EXPIRED"] as const;

export function FilterBar({ filter, products, sources = [] }: Given) {
  const words = bookingsTexts();
  const [isOpen, { toggle }] = useDisclosure();
  const choose = useChoices();
  const { date, product, status, source } = filter;
  const count = [date, product, status, source].filter(Boolean).length;
  return (
    <Box>
      <Views view={filter.view} choose={choose} />
      <Group gap="xs" align="center" className="filters" data-open={isOpen || undefined}>
        <SearchField />
        <Button
          variant="default"
          hiddenFrom="sm"
          aria-expanded={isOpen}
          leftSection={<ListFilter size={16} aria-hidden />}
          onClick={toggle}
        >
          {words.filters}
          {count > 0 && ` (${count})`}
        </Button>
        <DateInput
          aria-label={words.date}
          placeholder={words.anyDay}
          clearable
          valueFormat="D MMM YYYY"
          value={date}
          onChange={(day) => choose({ date: day })}
          w={150}
        />
        <ProductFilter products={products} />
        <Select
          aria-label={words.status}
          placeholder={words.anyStatus}
          clearable
          data={statuses.map((each: BookingStatus) => ({
            value: each,
            label: texts.status[each],
          }))}
          value={status}
          onChange={(next) => choose({ status: next })}
          w={170}
        />
        {sources.length > 1 && (
          <Select
            aria-label={words.source}
            placeholder={words.anySource}
            clearable
            data={sources.map((each) => ({ value: each, label: sourceOf({ source: each }) }))}
            value={source}
            onChange={(next) => choose({ source: next })}
            w={160}
          />
        )}
      </Group>
    </Box>
  );
}

type Choose = (choices: Readonly<Record<string, string | null>>) => void;

/** Several at once: one after the other would each begin from the address of before. */
function useChoices(): Choose {
  const [, setQuery] = useSearchParams();
  return (choices) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(choices))
          if (value === null) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
}

/** A saved filter begins anew: what else was chosen goes. */
function Views({ view, choose }: { readonly view: View; readonly choose: Choose }) {
  const words = bookingsTexts();
  const others = { date: null, product: null, status: null, source: null, sort: null };
  return (
    <ScrollArea type="never" mb="sm">
      <Group
        gap={4}
        wrap="nowrap"
        component="fieldset"
        bd={0}
        p={0}
        m={0}
        miw={0}
        aria-label={words.views}
      >
        {views.map((each) => (
          <Button
            key={each}
            size="compact-md"
            fw={500}
            flex="none"
            variant={each === view ? "light" : "subtle"}
            color={each === view ? undefined : "gray"}
            className={each === view ? undefined : "view"}
            aria-pressed={each === view}
            onClick={() => choose({ ...others, view: each === "all" ? null : each })}
          >
            {words.view[each]}
          </Button>
        ))}
      </Group>
    </ScrollArea>
  );
}

function SearchField() {
  const words = bookingsTexts();
  const [typed, setTyped] = useState(searchText.value);
  const still = useStill(typed);
  const shown = searchText.value;
  useEffect(() => {
    if (still !== undefined) searchText.value = still;
  }, [still]);
  // It was taken away, such as by the booking that it named.
  useEffect(() => {
    if (shown === "") setTyped("");
  }, [shown]);
  return (
    <TextInput
      type="search"
      className="find"
      aria-label={words.search}
      placeholder={words.searchHint}
      leftSection={<Search size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
