/** The top of the page: menu by scopes, the search, the language, the user. */
import { useEffect, useRef } from "preact/hooks";
import { bookingIdIn } from "./booking-names.ts";
import { ProblemNote } from "./parts/problem-note.tsx";
import { go, hrefOf, path } from "./router.ts";
import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";
import { searchText } from "./search-text.ts";
import { endSession, may, me, missingOf } from "./session.ts";
import { chooseLanguage, currentLanguage, languages, texts } from "./texts/texts.ts";
import { giveUp, wouldLeave } from "./unsaved.ts";
import { useAction } from "./use-action.ts";
import { areKeysOn, switchKeys, useKeys } from "./use-keys.ts";

export function Masthead() {
  return (
    <header class="masthead">
      <strong>{me.value?.tenant.name}</strong>
      <Menu />
      {may("bookings:read") && <Search />}
      <User />
    </header>
  );
}

function Menu() {
  const { menu, groups } = texts.app;
  const shown = screens.filter(isInMenu);
  // The first screen of each group that the user may see.
  const heads = shown.filter(
    ({ group }, at) =>
      group === undefined || at === shown.findIndex((each) => each.group === group),
  );
  return (
    <nav aria-label={menu}>
      <ul>
        {heads.map((screen) => (
          <li key={screen.paths[0]}>
            <a href={menuHref(screen)} aria-current={isCurrent(screen) ? "page" : undefined}>
              {screen.group ? groups[screen.group] : screen.title(texts)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The other screens of its group. */
export function GroupLinks({ of: { group, paths } }: { of: Screen }) {
  if (group === undefined) return null;
  return (
    <nav aria-label={texts.app.groups[group]} class="controls">
      {screens
        .filter((each) => each.group === group && isInMenu(each))
        .map((each) => (
          <a
            key={each.paths[0]}
            href={menuHref(each)}
            aria-current={each.paths === paths ? "page" : undefined}
          >
            {each.title(texts)}
          </a>
        ))}
    </nav>
  );
}

function isInMenu({ isHidden, scopes }: Screen): boolean {
  return !isHidden && missingOf(scopes).length === 0;
}

function menuHref({ paths }: Screen): string {
  return hrefOf(paths.find((each) => !each.includes("{")) ?? "/");
}

/** By the first part of the path. */
function isCurrent({ paths }: Screen): boolean {
  const firstOf = (text: string): string => text.split("/")[1] ?? "";
  return paths.some((each) => firstOf(each) === firstOf(path.value));
}

/** Every screen has it. An id opens its booking; for anything else the answer is the screen "/bookings". */
function Search() {
  const field = useRef<HTMLInputElement>(null);
  const words = texts.app;
  useKeys({ "/": () => field.current?.focus() }, "console");
  useEffect(() => {
    if (field.current) field.current.value = searchText.value;
  }, [searchText.value]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(field.current?.value.trim() ?? "");
        }}
      >
        <input
          ref={field}
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          title={words.searchHint}
          maxLength={200}
        />
      </form>
    </search>
  );
}

function search(text: string): void {
  const id = bookingIdIn(text);
  if (id !== undefined) return go(hrefOf(`/bookings/${id}`));
  searchText.value = text;
  // Drops the chosen day, so that a reference of another day is found as well.
  go(hrefOf("/bookings"), { replace: path.value === "/bookings" });
}

function User() {
  const { language, keys, keysHint, logOut } = texts.app;
  const { attempt, error } = useAction();
  const leave = (): void => {
    giveUp();
    location.assign("/console");
  };
  return (
    <div class="user">
      <select
        aria-label={language}
        value={currentLanguage.value}
        onChange={({ currentTarget }) =>
          void chooseLanguage(currentTarget.value).catch(() => {
            // Such as without a connection: the page stays as it is.
            currentTarget.value = currentLanguage.value;
          })
        }
      >
        {Object.entries(languages).map(([tag, { name }]) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </select>
      <label title={keysHint}>
        <input
          type="checkbox"
          checked={areKeysOn.value}
          onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
        />{" "}
        {keys}
      </label>
      <span>{me.value?.user?.name}</span>
      <button type="button" onClick={() => void (wouldLeave() && attempt(endSession, leave))}>
        {logOut}
      </button>
      <ProblemNote error={error} />
    </div>
  );
}
