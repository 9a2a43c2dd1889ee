/** Resources of the console, by role and name. */
import { it } from "@jest/globals";
import { expectAccessible, expectShown, openPage, troubleFreeBrowser } from "./browsing.ts";
import { aWorld, day } from "./world.ts";

const open = troubleFreeBrowser();

it("lists what each resource holds and who uses it, makes one, and deletes it", async () => {
  const world = await aWorld();
  const page = await openPage(open, world, { path: "/resources" });
  const boat = page.getByRole("row", { name: /Boat/ });
  await expectShown(boat.getByText("Sunset cruise, Shared boat"));
  await page.getByRole("button", { name: "Add a resource" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Kayaks");
  await dialog.getByLabel("How many there are").fill("6");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByRole("row", { name: /Kayaks.*no option yet/ }));
  await page.getByRole("button", { name: "Actions for Kayaks" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("row", { name: /Kayaks/ }).waitFor({ state: "detached" });
});

it("shows what is taken on a day, and what would be overbooked before it is made smaller", async () => {
  const world = await aWorld();
  await world.book("14:00", { name: "Rossi", adults: 5 });
  const page = await openPage(open, world, { path: `/resources/${world.resourceId}?day=${day}` });
  const taken = page.getByRole("table", { name: "Taken, of 24 places" });
  await expectShown(taken.getByRole("row", { name: /14:00–15:00 5/ }));
  await page.getByRole("button", { name: "Day after" }).click();
  await expectShown(page.getByText("Nothing is taken on this day."));
  await world.slipway.bookings.create({
    optionId: world.option.optionId,
    startAt: await soonOf(world),
    unitItems: [{ unitId: world.option.adultId, quantity: 5 }],
    status: "CONFIRMED",
    customer: { name: "Bianchi" },
  });
  await page.getByRole("button", { name: "Actions for Boat" }).click();
  await page.getByRole("menuitem", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog");
  await expectShown(dialog.getByText(/All that is booked in the next 12 months fits/));
  await dialog.getByLabel("Places of each").fill("4");
  await expectShown(dialog.getByText("At 1 time more places are taken than there would be:"));
  await expectAccessible(page);
  await dialog.getByLabel("Places of each").fill("30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByText("1 × 30 = 30 places"));
});

/** A departure of the next days. */
async function soonOf({ slipway, option }: Awaited<ReturnType<typeof aWorld>>): Promise<string> {
  const [from = "", to = ""] = [2, 4].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString(),
  );
  const [first] = await slipway.availability.list({ optionId: option.optionId, from, to });
  return first?.startAt ?? "";
}
