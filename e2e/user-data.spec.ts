import { expect, test } from "./support/test";

const USERS_PATH = "/dashboard/user-management/users";

test("corrects a user's phone number after another admin's approval; that admin can withdraw, but not approve, their own request for a copy of the data", async ({
  page,
  as,
  request,
}) => {
  const headers = { authorization: `Bearer ${await as("support")}` };
  const foundResponse = await request.get("/api/v1/user-management/users?status=active&tier=0&sort=joined_at", {
    headers,
  });
  const { id, name } = (await foundResponse.json()).data.items[11];
  const dataUrl = `${USERS_PATH}/${id}?tab=data`;
  const dialog = page.getByRole("dialog");
  const correction = page.getByRole("region", { name: "Requested correction" });

  await test.step("requests the correction", async () => {
    await page.goto(dataUrl);
    await page.getByRole("button", { name: "Correct details" }).click();
    await dialog.getByLabel("Phone").fill("0809 555 0123");
    await dialog.getByLabel("Reason").fill("The digit was mistyped at the desk");
    await dialog.getByRole("button", { name: "Request approval" }).click();
    await expect(dialog).toBeHidden();
    await expect(correction).toContainText(/→ \+2348095550123/);
    await expect(page.getByText("A correction awaits approval.")).toBeVisible();
  });
  await as("owner");
  await test.step("approves the correction as another admin", async () => {
    await page.goto(dataUrl);
    await correction.getByRole("link", { name: "Decide" }).click();
    await page.getByRole("button", { name: `Approve: ${name}` }).click();
    await dialog.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(dataUrl);
    await expect(page.getByRole("button", { name: /^Copy phone \+2348095550123/ }).first()).toBeVisible();
    await expect(correction).toHaveCount(0);
  });
  await test.step("requests a copy of the data, and withdraws the request", async () => {
    await page.getByRole("button", { name: "Request a copy" }).click();
    await dialog.getByLabel("Reason").fill("Asked for it in writing on Monday");
    await dialog.getByRole("button", { name: "Request approval" }).click();
    await expect(dialog).toBeHidden();
    const copyRequest = page.getByRole("region", { name: "Requested copy of all data" });
    await expect(copyRequest).toContainText("Asked for it in writing on Monday");
    await expect(page.getByText("A request for a copy awaits approval.")).toBeVisible();
    // Admins can't approve their own request.
    await expect(copyRequest.getByRole("link", { name: "Decide" })).toHaveCount(0);
    await copyRequest.getByRole("button", { name: "Withdraw the request" }).click();
    await expect(copyRequest).toHaveCount(0);
    await expect(page).toHaveURL(dataUrl);
  });
});
