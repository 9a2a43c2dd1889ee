/** The tasks of resources and of the catalogue, by role and name. */
import { expect, it } from "@jest/globals";
import { expectGone, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { aWorld } from "./world.ts";

const open = troubleFreeBrowser();
const dayMs = 86_400_000;

it("shows how much of a boat is used, hour by hour, and what a smaller one would not hold", async () => {
  const world = await aWorld();
  // Within the days that the list looks at.
  const { option, slipway, resourceId } = world;
  const { optionId } = option;
  const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
  const asked = { optionId, from: inDays(2), to: inDays(4) };
  const departures = await slipway.availability.list(asked);
  const nine = departures.find(({ localStartAt }) => localStartAt.includes("T09:00"));
  const { startAt = "", localStartAt: day = "" } = nine ?? {};
  const unitItems = [{ unitId: option.adultId, quantity: 18 }];
  await slipway.bookings.create({ optionId, startAt, unitItems });
  const { page } = await open(world.url, { path: "/resources" });
  await logIn(page, await world.aUser());
  const row = page.getByRole("row").filter({ hasText: "1 × 24 = 24 places" });
  await expectShown(row.getByText("Sunset cruise, Shared boat"));
  await expectShown(row.getByText(/^18: .*09:00/));
  await expectShown(row.getByRole("cell", { name: /^[1-9]%$/ }));

  await row.getByRole("link", { name: "Boat" }).click();
  await page.getByLabel("Day", { exact: true }).fill(day.slice(0, 10));
  const taken = page.getByRole("table", { name: "Taken, of 24 places" });
  await expectShown(taken.getByRole("row", { name: /^09:00–10:00 18 Sunset cruise/ }));

  await page.getByRole("button", { name: "Change the resource" }).click();
  const form = page.getByRole("dialog", { name: "Change the resource" });
  await expectShown(form.getByText("All that is booked in the next 12 months fits."));
  await form.getByLabel("Places of each").fill("17");
  await expectShown(form.getByText(/^Would not fit: .*09:00, where 18 places are taken/));
  await form.getByLabel("Places of each").fill("18");
  await form.getByRole("button", { name: "Save" }).click();
  await expectGone(form);
  await expectShown(page.getByText("1 × 18 = 18 places"));
  expect((await slipway.resources.get(resourceId)).capacityPerResource).toBe(18);
});

it("says what keeps an option from being sold", async () => {
  const world = await aWorld();
  const { page } = await open(world.url, { path: "/catalog" });
  await logIn(page, await world.aUser());
  await page.getByRole("link", { name: "Shared boat" }).click();
  await expectShown(page.getByText("Yes, in the next 12 months."));
  await expectShown(page.getByText("It uses 1 resource"));
  await page.getByRole("button", { name: "New ticket" }).click();
  const made = page.getByRole("dialog", { name: "New ticket" });
  await made.getByLabel("Name").fill("Dog");
  await made.getByLabel("Kind").selectOption("Other");
  await made.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByText(/^\W*10\d\d departures have a ticket without a price:/));
  await expectShown(page.getByText("Not all of it: something is missing."));
  await page.getByRole("button", { name: "Archive: Dog" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await expectShown(page.getByText("Yes, in the next 12 months."));
});

it("changes what is sold, and says why the server refuses", async () => {
  const { url, slipway, option, productId, aUser } = await aWorld();
  const { page, troubles } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New product" }).click();
  await dialog.getByLabel("Name").fill("Kayak tour");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByRole("heading", { name: "Kayak tour", exact: true }));
  await page.getByRole("button", { name: "Archive: Kayak tour" }).click();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await expectGone(page.getByRole("heading", { name: "Kayak tour", exact: true }));

  await page.getByRole("button", { name: "Change: Sunset cruise" }).click();
  await slipway.products.update(productId, { description: "By another user" });
  await dialog.getByLabel("Name").fill("Night cruise");
  await dialog.getByLabel("Time zone").fill("Europe/Lisbon");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByRole("heading", { name: "Night cruise", exact: true }));
  const changed = await slipway.products.get(productId);
  expect([changed.description, changed.timezone]).toEqual(["By another user", "Europe/Lisbon"]);

  await page.getByRole("link", { name: "Shared boat" }).click();
  await page.getByRole("button", { name: "Change: Shared boat" }).click();
  await dialog.getByLabel("Minutes that it takes").fill("90");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectGone(dialog);
  expect((await slipway.options.get(option.optionId)).durationMinutes).toBe(90);
  await page.getByRole("button", { name: "Change: Adult" }).click();
  await dialog.getByLabel("Name").fill("Grown-up");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByText("Grown-up"));
  await slipway.units.archive(option.childId);
  await page.getByRole("button", { name: "Change: Child" }).click();
  await dialog.getByLabel("Name").fill("Kid");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(dialog.getByText("It is archived", { exact: false }));
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("409")]);

  await slipway.products.createOption(productId, {
    name: "Raft",
    durationMinutes: 60,
  });
  await page.goto(`${url}/console/new`);
  const sold = page.locator("datalist option");
  await sold.filter({ hasText: "Raft" }).waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("link", { name: "Raft" }).click();
  await page.getByRole("button", { name: "Remove: Raft" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.waitForURL(/\/console\/catalog$/);
  await page.getByRole("link", { name: "New booking" }).click();
  await expectShown(page.getByLabel("What"));
  expect(await sold.allTextContents()).toEqual(["Night cruise, Shared boat"]);
});

it("changes what customers read, the limits and the last times of what is sold, and keeps the rest", async () => {
  const { url, slipway, option, productId, aUser } = await aWorld();
  const { optionId, adultId } = option;
  await slipway.units.update(adultId, { restrictions: { paxCount: 1, deposit: 20 } });
  const { page } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  const dialog = page.getByRole("dialog");
  const save = async (): Promise<void> => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectGone(dialog);
  };
  await page.getByRole("button", { name: "Change: Sunset cruise" }).click();
  await dialog.getByLabel("Description").fill("Two hours.\nWith wine.");
  await dialog.getByLabel("Website").fill("https://example.com/sunset");
  await dialog.getByLabel("E-mail").fill("sunset@example.com");
  await dialog.getByLabel("Phone").fill("+39 041 123");
  await dialog.getByLabel("Postal address").fill("Zattere 1, Venezia");
  await save();
  expect(await slipway.products.get(productId)).toMatchObject({
    description: "Two hours.\nWith wine.",
    website: "https://example.com/sunset",
    email: "sunset@example.com",
    telephone: "+39 041 123",
    address: "Zattere 1, Venezia",
    timezone: null,
  });

  await page.getByRole("link", { name: "Shared boat" }).click();
  await page.getByRole("button", { name: "Change: Shared boat" }).click();
  await dialog.getByLabel("Sales end").fill("90");
  await dialog.getByLabel("Can be cancelled").fill("2");
  await dialog.getByLabel("Counted in").selectOption("days");
  await dialog.getByLabel("At most in one booking").fill("12");
  await save();
  expect(await slipway.options.get(optionId)).toMatchObject({
    durationMinutes: 60,
    bookingCutoffMinutes: 90,
    cancellationCutoffAmount: 2,
    cancellationCutoffUnit: "day",
    restrictions: { minUnits: null, maxUnits: 12 },
  });
  // Else the form might open before the page has read what was saved.
  await page.reload();
  await page.getByRole("button", { name: "Change: Shared boat" }).click();
  await dialog.getByLabel("At least in one booking").fill("2");
  await dialog.getByLabel("At most in one booking").fill("");
  await save();
  const { restrictions } = await slipway.options.get(optionId);
  expect(restrictions).toEqual({ minUnits: 2, maxUnits: null });

  await page.getByRole("button", { name: "Change: Adult" }).click();
  await dialog.getByLabel("Travellers of one ticket").fill("2");
  await dialog.getByLabel("At most in one booking").fill("6");
  await save();
  const adult = await slipway.units.get(adultId);
  expect(adult.restrictions).toEqual({ paxCount: 2, deposit: 20, maxQuantity: 6 });
  await page.getByRole("button", { name: "New ticket" }).click();
  await dialog.getByLabel("Name").fill("Family");
  await dialog.getByLabel("Travellers of one ticket").fill("4");
  await save();
  const { units } = await slipway.options.get(optionId);
  const family = units.find(({ name }) => name === "Family");
  expect(family?.restrictions).toMatchObject({ paxCount: 4, minQuantity: null });
});

it("orders the tickets of an option, and says where another user was first", async () => {
  const { url, slipway, option, aUser } = await aWorld();
  const { optionId, adultId, childId } = option;
  const { page, troubles } = await open(url, { path: `/catalog/${optionId}` });
  await logIn(page, await aUser());
  const items = page.getByRole("main").getByRole("listitem");
  await page.getByRole("button", { name: "Earlier: Child" }).click();
  await expectShown(items.first().getByText("Child", { exact: false }));
  const { units } = await slipway.options.get(optionId);
  expect(units.map(({ id }) => id)).toEqual([childId, adultId]);
  await slipway.options.createUnit(optionId, { name: "Dog", type: "OTHER" });
  await page.getByRole("button", { name: "Later: Child" }).click();
  await expectShown(page.getByRole("alert").getByText("Another person changed it first"));
  await expectShown(page.getByRole("button", { name: "Later: Dog" }));
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("409")]);
});

it("shows, adds, orders and removes the photos of a product by the keyboard", async () => {
  const { url, slipway, productId, aUser } = await aWorld();
  const { page, troubles } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  await page.getByText("Photos", { exact: true }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Add a photo");
  const give = (mimeType: string, text: string): Promise<void> =>
    field.setInputFiles({ name: "photo", mimeType, buffer: Buffer.from(text, "base64") });
  await give("image/png", Buffer.from("no image").toString("base64"));
  await expectShown(page.getByRole("alert").getByText("Some fields are not right"));
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("400")]);
  await give("image/png", dot);
  const photo = page.getByRole("img", { name: "photo 1 of Sunset cruise" });
  await expectShown(photo);
  expect(await page.getByRole("alert").count()).toBe(0);
  const width = photo.evaluate(async (image) => {
    const picture = image as unknown as Image;
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(await width).toBe(1);
  await give("image/png", dot);
  await expectShown(page.getByRole("img", { name: "photo 2 of Sunset cruise" }));
  const [first, second] = await slipway.products.listPhotos(productId);
  expect(first?.contentType).toBe("image/png");
  const button = (label: string) =>
    page.getByRole("button", { name: `${label} of Sunset cruise`, exact: true });
  const focused = () => page.evaluate("document.activeElement.ariaLabel");
  const src = page.getByRole("img", { name: "photo 1 of Sunset cruise" });
  const showsFirst = (id = "") => src.and(page.locator(`[src*="${id}"]`)).waitFor();
  await button("Later: photo 1").focus();
  await page.keyboard.press("Enter");
  await showsFirst(second?.id);
  const ids = async () => (await slipway.products.listPhotos(productId)).map(({ id }) => id);
  expect(await ids()).toEqual([second?.id, first?.id]);
  // The photo that was moved keeps the focus, at the end of the list, too.
  expect(await focused()).toBe("Later: photo 2 of Sunset cruise");
  expect(await button("Later: photo 2").getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await showsFirst(first?.id);
  expect(await ids()).toEqual([first?.id, second?.id]);
  await page.getByRole("button", { name: "Remove: photo 1 of Sunset cruise" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove" }).focus();
  await page.keyboard.press("Enter");
  await expectGone(page.getByRole("img", { name: "photo 2 of Sunset cruise" }));
  expect(await slipway.products.listPhotos(productId)).toMatchObject([{ id: second?.id }]);
});

/** Properties of a picture on the page. */
interface Image {
  decode(): Promise<void>;
  readonly naturalWidth: number;
}

/** A PNG of one pixel. */
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
