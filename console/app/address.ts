/** Addresses within the console, and what stands in the query of the present one. */
import { useSearchParams } from "wouter";
import { mayLeave } from "../page/unsaved.ts";

/** All addresses of the router are below it. */
export const root = "/console";

/** A page with its choices; those without a value are left out. */
export function hrefOf(
  to: string,
  choices: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(choices).filter((each): each is [string, string] => !!each[1]);
  const search = new URLSearchParams(given).toString();
  return search === "" ? to : `${to}?${search}`;
}

/** A choice of the screen in the address: a reload and a shared link show the same. */
export function useChoice(name: string): [string | null, (value: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const choose = (value: string | null): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [query.get(name), choose];
}

/** Once, at the start, before the router hears of the way back: where something typed would be lost, it asks first. */
export function guardWayBack(): void {
  let shown = location.href;
  const note = (): void => void (shown = location.href);
  addEventListener("popstate", (event) => {
    if (mayLeave()) return note();
    event.stopImmediatePropagation();
    history.pushState(null, "", shown);
  });
  // wouter says so of each address that it sets.
  for (const each of ["pushState", "replaceState"]) addEventListener(each, note);
}
