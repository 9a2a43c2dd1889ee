/** The keys that hold on each page. */
import { spotlight } from "@mantine/spotlight";
import { useRef } from "react";
import { useLocation } from "wouter";
import { missingOf } from "../../page/session.ts";
import { useKeys } from "../../page/use-keys.ts";
import { linkOf, pages } from "../pages.ts";

/** After "g" the key of a page counts for so long. */
const goMs = 1_500;

export function useFrameKeys(showList: () => void): void {
  const [, go] = useLocation();
  const goSince = useRef(-goMs);
  const isGoing = (): boolean => performance.now() - goSince.current < goMs;
  const plain: Record<string, () => void> = {
    "/": spotlight.open,
    "?": showList,
    n: () => go("/new"),
    t: () => go("/day"),
    g: () => (goSince.current = performance.now()),
  };
  const lead = keyedPages().map((page) => {
    const { key = "" } = page;
    const act = (): void => {
      if (!isGoing()) return plain[key]?.();
      goSince.current = -goMs;
      go(linkOf(page));
    };
    return [key, act] as const;
  });
  useKeys({ ...plain, ...Object.fromEntries(lead) }, "console");
}

export function keyedPages() {
  return pages.filter(({ key, scopes }) => key && missingOf(scopes).length === 0);
}
