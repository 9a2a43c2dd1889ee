/** Copying a product, by role and name. */
import { expect, it } from "@jest/globals";
import { expectGone, expectShown, logIn, troubleFreeBrowser } from "./browsing.ts";
import { aWorld, password } from "./world.ts";

const open = troubleFreeBrowser();
const optionsOfProducts = "**/api/v1/products/*/options";

it("copies a product with its options and tickets, and leads to what is missing to sell it", async () => {
  const { url, slipway, productId, option, supplierId, aUser } = await aWorld();
  const metadata = { directBooking: false };
  await slipway.products.update(productId, { description: "At dusk", metadata });
  await slipway.options.update(option.optionId, {
    bookingCutoffMinutes: 90,
    requiredContactFields: ["phoneNumber"],
    restrictions: { minUnits: 2, maxUnits: 6 },
  });
  await slipway.units.update(option.childId, { restrictions: { paxCount: 2 }, metadata: { a: 1 } });
  await slipway.products.createOption(productId, { name: "Private boat", durationMinutes: 30 });
  const { page } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  await page.getByRole("button", { name: "Copy: Sunset cruise" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Sunset cruise 2");
  await dialog.getByLabel("Name").fill("Dawn cruise");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByRole("heading", { name: "Dawn cruise, Shared boat" }));
  await expectShown(page.getByText("No season: nothing departs"));
  const products = await slipway.products.list({ supplierId, include: "options" });
  const copy = products.find(({ name }) => name === "Dawn cruise");
  expect(copy).toMatchObject({ description: "At dusk", metadata, reference: "dawn-cruise" });
  expect(copy?.options).toMatchObject([
    {
      name: "Shared boat",
      isDefault: true,
      durationMinutes: 60,
      bookingCutoffMinutes: 90,
      requiredContactFields: ["phoneNumber"],
      restrictions: { minUnits: 2, maxUnits: 6 },
    },
    { name: "Private boat", isDefault: false, durationMinutes: 30 },
  ]);
  const { units, availabilityPeriods } = await slipway.options.get(copy?.options?.[0]?.id ?? "");
  expect(availabilityPeriods).toEqual([]);
  expect(units).toMatchObject([
    { name: "Adult", type: "ADULT" },
    { name: "Child", type: "CHILD", restrictions: { paxCount: 2 }, metadata: { a: 1 } },
  ]);
  expect(units.map(({ id }) => id)).not.toContain(option.adultId);
});

it("says what stands of a copy where a step of it fails", async () => {
  const { url, aUser } = await aWorld();
  const { page, troubles } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  await page.route(optionsOfProducts, (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "" }),
  );
  await page.getByRole("button", { name: "Copy: Sunset cruise" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(dialog.getByRole("alert").getByText("That did not work"));
  await expectShown(dialog.getByText("The product is made, but not all options and tickets."));
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await expectShown(page.getByRole("heading", { name: "Sunset cruise 2" }));
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("503")]);
});

it("goes on where a step has failed, and makes nothing twice", async () => {
  const { url, slipway, supplierId, aUser } = await aWorld();
  const { page, troubles } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  await page.route("**/api/v1/options/*/units", (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "" }),
  );
  await page.getByRole("button", { name: "Copy: Sunset cruise" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(dialog.getByRole("alert").getByText("That did not work"));
  await page.unroute("**/api/v1/options/*/units");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectShown(page.getByRole("heading", { name: "Sunset cruise 2, Shared boat" }));
  const [copy, ...others] = (
    await slipway.products.list({ supplierId, include: "options" })
  ).filter(({ name }) => name === "Sunset cruise 2");
  expect(others).toEqual([]);
  expect(copy?.options).toMatchObject([{ name: "Shared boat" }]);
  const { units } = await slipway.options.get(copy?.options?.[0]?.id ?? "");
  expect(units).toMatchObject([{ name: "Adult" }, { name: "Child" }]);
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("503")]);
});

it("stays open while it copies, so that nobody is led away later", async () => {
  const { url, aUser } = await aWorld();
  const { page } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(optionsOfProducts, async (route) => {
    isAsked();
    await held;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Copy: Sunset cruise" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await asked;
  await dialog.getByRole("button", { name: "Leave it" }).click();
  await page.keyboard.press("Escape");
  await expectShown(dialog.getByLabel("Name"));
  letGo();
  await expectShown(page.getByRole("heading", { name: "Sunset cruise 2, Shared boat" }));
});

it("makes one copy where the session ends meanwhile", async () => {
  const { url, slipway, supplierId, aUser } = await aWorld();
  const { page, context, troubles } = await open(url, { path: "/catalog" });
  await logIn(page, await aUser());
  await page.route(optionsOfProducts, async (route) => {
    await context.clearCookies({ name: "slipway-session" });
    await page.unroute(optionsOfProducts);
    await route.fallback();
  });
  await page.getByRole("button", { name: "Copy: Sunset cruise" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expectGone(dialog);
  await expectShown(page.getByRole("heading", { name: "Sunset cruise 2, Shared boat" }));
  const products = await slipway.products.list({ supplierId });
  expect(products.map(({ name }) => name).toSorted()).toEqual(["Sunset cruise", "Sunset cruise 2"]);
  // The browser says so of every refusal.
  expect(troubles.splice(0)).toEqual([expect.stringContaining("401")]);
});
