/** The frame of the console, by role and name. */
import { describe, expect, it } from "@jest/globals";
import {
  expectAccessible,
  expectGone,
  expectShown,
  logIn,
  openPage,
  troubleFreeBrowser,
} from "./browsing.ts";
import { aWorld, day, password } from "./world.ts";

const open = troubleFreeBrowser();

const heading = (name: string | RegExp) => ({ name, level: 1 }) as const;
const theDay = heading(/Thursday,? 1 June 2028/);

describe("the log-in", () => {
  it("stands over the page once the session has ended, and what is shown stays", async () => {
    const world = await aWorld();
    const { page, context, troubles } = await open(world.url, { path: `/day/${day}` });
    const email = await world.aUser();
    await logIn(page, email);
    await expectShown(page.getByRole("heading", theDay));
    await context.clearCookies();
    // The next look for changes finds it.
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    expect(await dialog.getByLabel("E-mail").inputValue()).toBe(email);
    await dialog.getByRole("button", { name: "Log in", exact: true }).click();
    await expectGone(dialog);
    await page.getByRole("link", { name: "Day after" }).click();
    await expectShown(page.getByRole("heading", heading(/Friday,? 2 June 2028/)));
    await expectShown(page.getByRole("button", { name: /^09:00/ }));
    // Chromium says so of the refused look.
    for (const each of troubles.splice(0)) expect(each).toContain("401");
  });
});

describe("the frame", () => {
  it("keeps to the rules of axe on a telephone, its menu and its drawer as well", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi", adults: 2, children: 1, notes: "Wheelchair" });
    await world.book("14:00", { name: "Bianchi", status: "ON_HOLD" });
    const page = await openPage(open, world, { path: `/day/${day}` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expectShown(
      page.getByRole("navigation", { name: "Today" }).getByRole("link", { name: "Day sheet" }),
    );
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close the menu" }).click();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await page.getByRole("button", { name: /^14:00/ }).click();
    await expectShown(page.getByRole("dialog").getByRole("table", { name: "Parties" }));
    await expectAccessible(page);
  });

  it("finds pages and bookings in the palette, by keys alone", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi" });
    const page = await openPage(open, world, { path: `/day/${day}` });
    await expectShown(page.getByRole("heading", theDay));
    await page.keyboard.press("/");
    const search = page.getByRole("textbox", { name: "Search" });
    await search.waitFor();
    await search.fill("2028-06-02");
    await expectShown(page.getByRole("button", { name: /Go to Friday,? 2 June 2028/ }));
    await search.fill("rossi");
    const found = page.getByRole("button", { name: /^Rossi/ });
    await expectShown(found);
    expect(await found.getAttribute("data-selected")).toBe("true");
    await search.fill("3 june 2028");
    await expectShown(page.getByRole("button", { name: /Go to Saturday,? 3 June 2028/ }));
    await search.fill("close tom");
    await expectShown(page.getByRole("button", { name: "Close tomorrow" }));
    await search.fill("day sh");
    await expectShown(page.getByRole("button", { name: "Day sheet" }));
    await page.keyboard.press("Escape");
    await expectGone(search);
    await page.keyboard.press("ArrowRight");
    await expectShown(page.getByRole("heading", heading(/Friday,? 2 June 2028/)));
    await page.keyboard.press("?");
    await expectShown(page.getByRole("dialog", { name: "Keyboard shortcuts" }));
  });

  it("shows another supplier, which stands in the address, looks dark, and speaks Italian, as the user chooses", async () => {
    const world = await aWorld();
    const other = await world.slipway.suppliers.create({
      name: "Arsenale Boats",
      timezone: "Europe/Athens",
    });
    const page = await openPage(open, world, { path: `/day/${day}?supplier=${world.supplierId}` });
    await expectShown(page.getByText("Times in Europe/Rome"));
    await page.getByRole("button", { name: /Laguna Tours/ }).click();
    await page.getByRole("menuitem", { name: /Arsenale Boats/ }).click();
    await expectShown(page.getByText("Times in Europe/Athens"));
    expect(new URL(page.url()).searchParams.get("supplier")).toBe(other.id);
    await page.reload();
    await expectShown(page.getByText("Times in Europe/Athens"));
    await page.getByRole("button", { name: "Account of Ada" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    expect(await page.evaluate("document.documentElement.dataset.mantineColorScheme")).toBe("dark");
    await page.getByRole("menuitemradio", { name: "Italiano" }).click();
    await expectShown(page.getByRole("heading", heading(/giovedì 1 giugno 2028/)));
    expect(await page.evaluate("document.documentElement.lang")).toBe("it");
  });
});
