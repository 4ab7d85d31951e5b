// Slow: decides whole queues by keyboard.
import type { Locator, Page } from "@playwright/test";
import { expect, rows, test, waitForHydration } from "./support/test";

const LIST_PATH = "/dashboard/kyc-management";
const WAITING_PATH = `${LIST_PATH}?state=pending&assignee=nobody`;
const TOP_BAR_PX = 84;

/** Returns true if an element is completely visible below the top bar. */
const isFullyVisible = async (element: Locator) => {
  const box = await element.boundingBox();
  const height = await element.page().evaluate(() => window.innerHeight);
  return box !== null && box.y >= TOP_BAR_PX && box.y + box.height <= height;
};
const bottomEdgeOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};
const identityRequestPageParts = (page: Page) => ({
  heading: page.getByRole("heading", { level: 1 }),
  documents: page.getByRole("region", { name: /, zoom/ }).first(),
  facts: page.getByText("Date of birth", { exact: true }),
  checklist: page.getByRole("group", { name: /^Checklist/ }),
  decision: page.getByRole("region", { name: "Decision" }),
});

/** Number of identity requests to decide: `KYC_CASES=20 npx playwright test e2e/kyc-case.spec.ts -g "by keyboard alone"`. */
const CASE_COUNT = Number(process.env.KYC_CASES ?? 3);

test("an officer decides an unflagged identity request by keyboard alone, without scrolling, with at most 9 keys", async ({
  page,
  as,
}) => {
  test.setTimeout(60_000 + CASE_COUNT * 6_000);
  await as("kyc");
  await page.goto(`${LIST_PATH}?lane=clean`);
  await waitForHydration(page);
  await page.keyboard.press("n");
  await page.waitForURL(/kyc-management\/[\da-f-]{36}\?lane=clean/);
  const keys: number[] = [];
  while (keys.length < CASE_COUNT) {
    const { heading, documents, facts, checklist, decision } = identityRequestPageParts(page);
    await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
    const items = await checklist.getByRole("checkbox").count();
    await expect(page.getByRole("list", { name: /risk flag/ })).toHaveCount(0);
    for (const element of [heading, documents, facts, checklist, decision])
      expect(await isFullyVisible(element)).toBe(true);
    expect((await bottomEdgeOf(checklist)) <= ((await decision.boundingBox())?.y ?? 0)).toBe(true);
    const name = await heading.textContent();
    for (let n = 0; n < items; n++) await page.keyboard.press("v");
    await expect(page.getByText(`${items} of ${items} confirmed`)).toBeVisible();
    await page.keyboard.press("a");
    const panel = page.getByRole("dialog", { name: `Approve ${name}'s KYC?` });
    await expect(panel.getByRole("button", { name: "Approve and open next" })).toBeFocused();
    // The decision dialog is beside the documents and does not cover them.
    const [documentsBox, panelBox] = [await documents.boundingBox(), await panel.boundingBox()];
    expect((documentsBox?.x ?? 0) + (documentsBox?.width ?? 0)).toBeLessThanOrEqual(panelBox?.x ?? 0);
    const urlBefore = page.url();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== urlBefore && url.search === "?lane=clean");
    await expect(heading).not.toHaveText(name ?? "");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    keys.push(items + 2);
  }
  test.info().annotations.push({ type: "keys", description: keys.join(", ") });
  expect(Math.max(...keys)).toBeLessThanOrEqual(9);
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("on a phone, the decision bar stays in view while scrolling, and an identity request takes at most nine taps", async ({
    page,
    as,
  }) => {
    await as("kyc");
    test.setTimeout(60_000 + Number(process.env.KYC_CASES ?? 1) * 6_000);
    await page.goto(`${LIST_PATH}?lane=clean&assignee=nobody`);
    await rows(page).first().getByRole("link").click();
    const { decision, heading } = identityRequestPageParts(page);
    await expect(decision).toBeVisible();
    const scrollHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const y of [0, 400, 900, scrollHeight]) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
      expect(await isFullyVisible(decision)).toBe(true);
    }
    const tapDurations: number[] = [];
    while (tapDurations.length < Number(process.env.KYC_CASES ?? 1)) {
      const name = await heading.textContent();
      await page.getByRole("button", { name: "Approve", exact: true }).tap();
      const panel = page.getByRole("dialog", { name: `Approve ${name}'s KYC?` });
      await expect(panel).toBeVisible();
      const boxes = await panel.getByRole("checkbox").all();
      for (const box of boxes) await box.tap();
      const urlBefore = page.url();
      await panel.getByRole("button", { name: "Approve and open next" }).tap();
      await page.waitForURL((url) => url.href !== urlBefore);
      await expect(heading).not.toHaveText(name ?? "");
      tapDurations.push(boxes.length + 2);
    }
    test.info().annotations.push({ type: "taps", description: tapDurations.join(", ") });
    expect(Math.max(...tapDurations)).toBeLessThanOrEqual(9);
    await page.getByRole("button", { name: "Release" }).tap();
    await expect(page.getByRole("button", { name: "Claim" })).toBeVisible();
  });
});

test("the document viewer compares an identity request's photo with another person's, and covers none of its controls in full screen, at any width", async ({
  page,
  as,
}) => {
  const token = await as("owner");
  const headers = { authorization: `Bearer ${token}` };
  const fetchData = async (path: string) => (await (await page.request.get(`/api/v1${path}`, { headers })).json()).data;
  await test.step("shows another person's similar photo at its flag, and compares both side by side", async () => {
    const { items }: { items: { id: string; flags: string[] }[] } = await fetchData(
      "/kyc?flagged=true&size=100&page=0",
    );
    const flaggedRequest = items.find(({ flags }) => flags.includes("duplicate_photo"));
    if (!flaggedRequest) throw new Error("The demo has no two requests with the same photo.");
    const { risks } = await fetchData(`/kyc/${flaggedRequest.id}`);
    const [relatedRequest] = risks.find(({ flag }: { flag: string }) => flag === "duplicate_photo").requests;
    await page.goto(`${LIST_PATH}/${flaggedRequest.id}`);
    const flags = page.getByRole("list", { name: /risk flag/ });
    await expect(flags.getByRole("img", { name: relatedRequest.name })).toBeVisible();
    await flags
      .getByRole("button", { name: /Compare$/ })
      .first()
      .click();
    await expect(page.getByRole("region", { name: /, zoom/ })).toHaveCount(2);
    await expect(page.getByRole("img", { name: "Selfie" })).toHaveCount(2);
    await expect(page.getByText(`${relatedRequest.name}, ${relatedRequest.reference}`)).toBeVisible();
  });
  await page.goto(`${LIST_PATH}?state=approved&identity_type=drivers_licence`);
  await rows(page).first().getByRole("link").click();
  for (const width of [1100, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectButtonsUncovered(page, "Documents");
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const { items } = await fetchData("/ireports?size=100&page=0");
  const reportWithPhotos = items.find((report: { photos: number }) => report.photos > 0);
  await page.goto(`/dashboard/ireports/all/${reportWithPhotos.id}`);
  await expectButtonsUncovered(page, "Photos");
});

/** Opens the document viewer in full screen and checks that no element covers the centre of a button. */
async function expectButtonsUncovered(page: Page, noun: string) {
  await expect(page.getByRole("img", { name: /^(Front|Photo)/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Full screen", exact: true }).click();
  await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  const coveredButtons = await page.locator("[data-fills-window] button").evaluateAll((buttons) => {
    // Removes all inert attributes: `elementFromPoint` ignores inert elements, although they could cover a button.
    for (const each of document.querySelectorAll<HTMLElement>("[inert]")) each.inert = false;
    return buttons
      .filter((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  });
  expect(coveredButtons).toEqual([]);
  await expect(page.getByRole("group", { name: noun, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Leave full screen" }).click();
  await expect(page.getByRole("button", { name: "Full screen", exact: true })).toBeVisible();
}

test("skips an identity request without claiming it, and assigns one to a colleague", async ({ page, as }) => {
  await as("kyc");
  await page.goto(`${WAITING_PATH}&sort=-submitted_at&page=2`);
  await rows(page).nth(3).getByRole("link").click();
  await page.waitForURL(/kyc-management\/[\da-f-]{36}/);
  await waitForHydration(page);
  const firstUrl = page.url();
  await page.keyboard.press("j");
  await page.waitForURL((url) => url.href !== firstUrl);
  await expect(page.getByRole("button", { name: "Claim" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Claim" })).toBeVisible();

  await page.getByRole("button", { name: "Assign", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Assign this request" });
  await dialog.getByLabel("Officer").selectOption({ label: "Ekaette Bassey (owner@crossriverpay.example)" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("Ekaette Bassey is reviewing this request; only they can decide it.")).toBeVisible();
  await expect(page.getByText("Assignee: Ekaette Bassey")).toBeVisible();
});
