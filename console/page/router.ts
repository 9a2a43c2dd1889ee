/** The address of the page as state of the page. Links below /console change it without a new page. */
import { derived, pageState } from "./page-state.ts";
import { mayLeave } from "./unsaved.ts";

const root = "/console";

const address = pageState(new URL(location.href));

/** Path below /console, such as "/day/2027-06-01". */
export const path = derived(() => address.value.pathname.slice(root.length) || "/");

/** The query of the address, where a screen keeps its choices. */
export const query = derived(() => address.value.searchParams);

/** The address of a screen, for links; parameters without a value are left out. */
export function hrefOf(
  to: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(parameters).filter(
    (each): each is [string, string] => each[1] !== undefined && each[1] !== "",
  );
  const search = new URLSearchParams(given).toString();
  return `${root}${to}${search === "" ? "" : `?${search}`}`;
}

/**
 * Shows another screen, or the same one with other parameters. `replace` leaves no step to go back to. Where something
 * typed would be lost, it asks first.
 */
export function go(href: string, { replace = false } = {}): void {
  if (!mayLeave()) return;
  history[replace ? "replaceState" : "pushState"](null, "", href);
  address.value = new URL(location.href);
}

/** Once, at the start. */
export function followLinks(): void {
  addEventListener("popstate", () => {
    if (mayLeave()) address.value = new URL(location.href);
    else history.pushState(null, "", address.value);
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (link === null || !isPlain || event.defaultPrevented || !isOwn(link)) return;
    event.preventDefault();
    go(link.href);
  });
}

/** A link within the page, such as the one to the content, is the browser's. */
function isOwn({ href, target, origin, hash, pathname }: HTMLAnchorElement): boolean {
  const isOfConsole = pathname === root || pathname.startsWith(`${root}/`);
  return href !== "" && target === "" && hash === "" && origin === location.origin && isOfConsole;
}
