import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Chooses an applicant, and NIN as identity type, in the open form for identity requests at the counter. */
export async function chooseApplicant(page: Page): Promise<void> {
  const search = page.getByLabel("Whose request is it?");
  await expect(async () => {
    await search.fill("");
    await search.fill("effiong");
    await expect(page.getByRole("button", { name: /^Choose / }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page
    .getByRole("button", { name: /^Choose / })
    .last()
    .click();
  await page.getByLabel("Identity", { exact: true }).selectOption({ label: "NIN" });
}
