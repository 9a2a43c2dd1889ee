import type { Page } from "playwright-core";

export interface User {
  readonly email: string;
  readonly password: string;
}

/** Opens an address of the console, and logs in there. */
export async function logIn(page: Page, address: string, { email, password }: User): Promise<void> {
  await page.goto(address);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator("#content").waitFor();
}
