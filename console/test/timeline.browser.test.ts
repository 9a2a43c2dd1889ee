/** The tasks of the timeline of the console, by role and name. */
import { describe, expect, it } from "@jest/globals";
import {
  expectAccessible,
  expectCount,
  expectShown,
  openPage,
  troubleFreeBrowser,
} from "./browsing.ts";
import { aWorld, day } from "./world.ts";

const open = troubleFreeBrowser();

describe("the timeline", () => {
  it("shows each resource with its departures, hears what is sold elsewhere, and opens one", async () => {
    const world = await aWorld();
    await world.book("14:00", { name: "Rossi", adults: 2 });
    const page = await openPage(open, world, { path: `/timeline/${day}` });
    const timeline = page.getByRole("region", { name: "Timeline" });
    await expectShown(timeline.getByText("Boat"));
    await expectShown(timeline.getByText("24 places"));
    const departures = timeline.getByRole("button", { name: /Sunset cruise/ });
    await expectCount(departures, 3);
    await expectShown(departures.first().getByText("0 / 24"));
    await world.book("09:00", { adults: 2 });
    await expectShown(departures.first().getByText("2 / 24"));
    await timeline.getByRole("button", { name: /^14:00 Sunset cruise/ }).click();
    await expectShown(timeline.getByText("at most 2 of 24 places taken"));
    const drawer = page.getByRole("dialog", { name: "Departure" });
    await expectShown(drawer.getByRole("table", { name: "Parties" }).getByText("Rossi"));
    await expectAccessible(page);
  });

  it("closes the hours that a mouse draws over", async () => {
    const world = await aWorld();
    const page = await openPage(open, world, { path: `/timeline/${day}` });
    const hour = (from: string) =>
      page.getByRole("button", { name: new RegExp(`^Hour of Boat .* ${from}:00 -`) });
    await expectShown(page.getByRole("button", { name: /Sunset cruise/ }));
    await hour("11:00").hover();
    await page.mouse.down();
    await hour("12:00").hover();
    await hour("13:00").hover();
    await page.mouse.up();
    await expectShown(page.getByText("Closed with its resource: Sunset cruise."));
    expect(await page.getByLabel("From").inputValue()).toBe("11:00");
    expect(await page.getByLabel("Until").inputValue()).toBe("14:00");
  });
});
