// Slow: checks every screen with axe in both themes.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessible";
import { expect, rows, test } from "./support/test";

/** Paths of screens below /dashboard, by module. One test per module opens all of them in the same page. */
const SCREENS_BY_MODULE: Record<string, readonly string[]> = {
  dashboard: [""],
  KYC: ["/kyc-management"],
  "system logs": [
    "/system-logs/user-activities",
    "/system-logs/user-activities/all",
    "/system-logs/audit-trails",
    "/system-logs/status",
  ],
  "roles and permissions": [
    "/roles-and-permissions",
    "/roles-and-permissions/admin-users",
    "/roles-and-permissions/admin-users/roles",
  ],
  approvals: ["/approvals"],
  users: ["/user-management", "/user-management/users", "/user-management/user-groups"],
  transactions: ["/transactions", "/transactions/all", "/transactions/disputes", "/transactions/payment-methods"],
  "revenue heads": ["/wallets/reconciliation/revenue-heads", "/wallets/reconciliation/revenue-heads/report?by=head"],
  wallets: [
    "/wallets",
    "/wallets/grants-pool",
    "/wallets/grants-pool/closing-balances",
    "/wallets/reconciliation",
    "/wallets/reconciliation/days",
    "/wallets/reconciliation/rules",
    "/wallets/reconciliation/accounts",
  ],
  iReports: ["/ireports", "/ireports/all", "/ireports/categories"],
  events: [
    "/event-management",
    "/event-management/events",
    "/event-management/events?view=calendar",
    "/event-management/events/categories",
    "/event-management/events/tickets",
  ],
  content: [
    "/content-management/announcements",
    "/content-management/announcements?view=calendar",
    "/content-management/slider",
    "/content-management/culture",
  ],
  promotions: [
    "/promotions",
    "/promotions/all",
    "/promotions/all/archive",
    "/promotions/all/abuse",
    "/promotions/all/new",
  ],
  grants: ["/grants", "/grants/programmes", "/grants/programmes/new", "/grants/applications", "/grants/payouts"],
  "app configuration": [
    "/app-config/faq",
    "/app-config/terms",
    "/app-config/privacy",
    "/app-config/language",
    "/app-config/emergency-numbers",
    "/app-config/notifications",
    "/app-config/notifications?view=webhooks",
    "/app-config/notifications?view=app-keys",
  ],
};
const ROLE_DIALOGS = [
  { at: "/dashboard/roles-and-permissions/admin-users", opener: "Invite admin", title: "Invite an admin" },
  { at: "/dashboard/roles-and-permissions/admin-users/roles", opener: "New role", title: "New role" },
];

const RESET_LINK_QUERY = `reference=${"x".repeat(43)}&email=ada%40example.com`;
const PUBLIC_SCREENS = [
  "/auth/login?after=reset",
  "/auth/forgot-password",
  `/auth/reset-password?${RESET_LINK_QUERY}`,
  `/auth/register?${RESET_LINK_QUERY}`,
  "/auth/register",
];

async function expectAccessible(page: Page) {
  await expect(page.locator("h1, [role=dialog]").first()).toBeVisible();
  await expectToFit(page);
  await expectNoViolations(page);
}

/** Returns items of a list's toolbar that wrap to a second line or are cut off. */
const findCutToolbars = (page: Page) =>
  page.locator("[data-toolbar]").evaluateAll((bars) =>
    bars.flatMap((bar) => {
      const visibleControls = [...bar.querySelectorAll("input, button")].filter((each) =>
        each.checkVisibility({ visibilityProperty: true }),
      );
      const middleOf = (each: Element) => each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2;
      const onSecondRow = visibleControls.filter(
        (each) => Math.abs(middleOf(each) - middleOf(visibleControls[0] ?? each)) > 4,
      );
      const outsideToolbar = visibleControls.filter(
        (each) => each.getBoundingClientRect().right > bar.getBoundingClientRect().right + 1,
      );
      const search = bar.querySelector("input");
      const context = document.createElement("canvas").getContext("2d");
      if (!search || !context) return [...onSecondRow, ...outsideToolbar].map(({ textContent }) => textContent);
      const { font, paddingLeft, paddingRight } = getComputedStyle(search);
      context.font = font;
      const roomForText = search.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const isPlaceholderCut = context.measureText(search.placeholder).width > roomForText;
      return [...onSecondRow, ...outsideToolbar]
        .map(({ textContent }) => textContent)
        .concat(isPlaceholderCut ? [search.placeholder] : []);
    }),
  );

/** Returns the column headings of each table that is wider than its container. */
const findWideTables = (page: Page) =>
  page
    .locator("main table[data-live-rows]")
    .evaluateAll((tables) =>
      tables
        .filter((table) => (table as HTMLElement).offsetWidth > (table.parentElement?.clientWidth ?? 0) + 1)
        .map((table) => [...table.querySelectorAll("thead th")].map(({ textContent }) => textContent).join(", ")),
    );

/** Checks that toolbars fit in one line, that tables fit at 1440 px, and that nothing scrolls sideways at 320 px (400% zoom). */
async function expectToFit(page: Page) {
  await expect.poll(() => findCutToolbars(page)).toEqual([]);
  if ((page.viewportSize()?.width ?? 0) >= 1440) await expect.poll(() => findWideTables(page)).toEqual([]);
  // Skips the check in full screen, because such a window can't be resized.
  if (await page.evaluate(() => document.fullscreenElement !== null)) return;
  await expectNoSidewaysScroll(page, 320);
}

/** Waits until the open dialog shows the text, checks it with axe, and closes it. */
async function expectAccessibleDialog(
  page: Page,
  { name, text }: { name?: string | RegExp; text?: string | RegExp } = {},
) {
  const dialog = page.getByRole("dialog", { name });
  await expect(text ? dialog.getByText(text).first() : dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

/** Opens the dialogs of these buttons one after the other, and checks each with axe. */
async function expectAccessibleDialogs(page: Page, names: readonly (string | RegExp)[]) {
  for (const name of names) {
    await page.getByRole("button", { name }).first().click();
    await expectAccessibleDialog(page);
  }
}

test("screens before sign-in pass axe", async ({ page }) => {
  for (const screen of PUBLIC_SCREENS)
    await test.step(screen, async () => {
      await page.goto(screen);
      await expectAccessible(page);
    });
});

test("the API documentation passes axe", async ({ page }) => {
  await page.goto("/api/v1/docs");
  await expectAccessible(page);
  await page.goto("/api/v1/docs#kyc.decide");
  await expect(page.getByText("Needs the right “update” in KYC Management.")).toBeVisible();
  await expectAccessible(page);
});

test("the dialog “My sessions” passes axe", async ({ page, as }) => {
  await as("viewer");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /my sessions/ }).click();
  const dialog = page.getByRole("dialog", { name: "My sessions" });
  await expect(dialog.getByText("This session")).toBeVisible();
  await expectAccessible(page);
});

for (const [area, paths] of Object.entries(SCREENS_BY_MODULE))
  test(`the screens of ${area} pass axe`, async ({ page, as }) => {
    test.setTimeout(30_000 * paths.length);
    await as("owner");
    for (const screen of paths)
      await test.step(screen, async () => {
        await page.goto(`/dashboard${screen}`);
        await expectAccessible(page);
      });
  });

test("an identity request and its dialogs pass axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/kyc-management?state=pending&assignee=nobody&sort=-submitted_at&page=2");
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleDialogs(page, [/^Approve/, /^Reject/]);
});

test("identity documents pass axe side by side and in full screen, and so does the form of a request at the counter with errors", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard/kyc-management?state=approved&flagged=true");
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("img", { name: "Selfie" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  // Waits for full screen, because Playwright can't resize a window that is still growing.
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expectAccessible(page);
  await page.goto("/dashboard/kyc-management/new");
  const search = page.getByLabel("Whose request is it?");
  const chooseButtons = page.getByRole("button", { name: /^Choose / });
  await expect(async () => {
    await search.fill("");
    await search.fill("bassey");
    await expect(chooseButtons.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);
  await chooseButtons.first().click();
  await page.getByRole("button", { name: "Submit request" }).click();
  await expect(page.getByText("A NIN has 11 digits.")).toBeVisible();
  await expectAccessible(page);
});

test("the dialogs that assign identity requests pass axe, and so does a decided request with its dialogs", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard/kyc-management?state=approved");
  await rows(page).first().getByRole("checkbox").check();
  await page.getByText("Figures of the day").click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Assign all that match…" }).click();
  await expectAccessibleDialog(page);
  await page.getByRole("button", { name: "Assign to…" }).click();
  await expectAccessibleDialog(page);
  for (const [state, buttons] of [
    ["approved", ["Show the whole identity number", "Revoke"]],
    ["rejected", ["Reopen"]],
  ] as const) {
    await page.goto(`/dashboard/kyc-management?state=${state}`);
    await rows(page).first().getByRole("link").click();
    await expect(page.getByRole("img", { name: "Front" })).toBeVisible();
    await expectAccessible(page);
    for (const name of buttons) {
      await page.getByRole("button", { name }).click();
      await expectAccessibleDialog(page);
    }
  }
});

test("a report passes axe when it is in progress, waits for the citizen, or is resolved", async ({ page, as }) => {
  await as("owner");
  for (const state of ["in_progress", "waiting_for_citizen", "resolved"]) {
    await page.goto(`/dashboard/ireports/all?state=${state}`);
    await rows(page).first().getByRole("link").first().click();
    await page.waitForURL(/ireports\/all\/.+/);
    await expectAccessible(page);
  }
});

test("all tabs and dialogs of an event and a ticket pass axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/event-management/events?state=live&sort=starts_at");
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/events\/[\da-f-]{36}/);
  for (const partName of ["Details", "Ticket types", "Figures", "Activity"]) {
    await page
      .getByRole("navigation", { name: /^Parts of/ })
      .getByRole("link", { name: partName })
      .click();
    await expectAccessible(page);
  }
  await expectAccessibleDialogs(page, [/^Cancel event/]);
  await page.goto("/dashboard/event-management/events/categories");
  await expectAccessibleDialogs(page, [/^New category/]);
  await page.goto("/dashboard/event-management/events/tickets?state=valid");
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/tickets\/[\da-f-]{36}/);
  await expectAccessible(page);
  await expectAccessibleDialogs(page, [/^Transfer/, /^Void/]);
});

test("all tabs and dialogs of a promotion pass axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/promotions/all?state=active");
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/promotions\/all\/[\da-f-]{36}/);
  for (const partName of ["Terms", "Figures", "Redemptions", "Abuse", "History"]) {
    await page
      .getByRole("navigation", { name: /^Parts of/ })
      .getByRole("link", { name: partName })
      .click();
    await expectAccessible(page);
  }
  await expectAccessibleDialogs(page, [/^Change end/, /^Raise budget/, /^End$/, /^Pause/]);
  await page.goto("/dashboard/promotions/all?trigger=code");
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/promotions\/all\/[\da-f-]{36}/);
  await page
    .getByRole("navigation", { name: /^Parts of/ })
    .getByRole("link", { name: "Codes" })
    .click();
  await expectAccessible(page);
});

test("a grant programme, a payout batch, and an application with its dialogs pass axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/grants/programmes?state=open");
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/programmes\/[\da-f-]{36}/);
  await expectAccessible(page);
  await expectAccessibleDialogs(page, [/^Raise budget/, /^Close$/]);
  await page.goto("/dashboard/grants/applications?state=shortlisted");
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/applications\/[\da-f-]{36}/);
  await expectAccessible(page);
  await expectAccessibleDialogs(page, [/^Reject/]);
  await page.goto("/dashboard/grants/payouts");
  await expectAccessibleDialogs(page, ["New payout"]);
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/payouts\/[\da-f-]{36}/);
  await expectAccessible(page);
});

test("the page of the admin's own report passes axe, with its update and note forms and its dialogs", async ({
  page,
  as,
}) => {
  await as("civic");
  await page.goto("/dashboard/ireports/all?state=in_progress&owner=me");
  await rows(page).first().getByRole("link").first().click();
  await page.waitForURL(/ireports\/all\/.+/);
  await page.getByRole("button", { name: /^Write public update/ }).click();
  await page.getByRole("button", { name: /^Write internal note/ }).click();
  await page.getByRole("button", { name: "Use a template" }).click();
  await expectAccessible(page);
  await expectAccessibleDialogs(page, [
    /^Resolve/,
    /^Ask citizen/,
    /^Reject/,
    /^Duplicate of…/,
    "Change category",
    "Assign to…",
  ]);
});

test("the forms for an invitation and a role pass axe", async ({ page, as }) => {
  await as("owner");
  for (const { at, opener, title } of ROLE_DIALOGS) {
    await page.goto(at);
    await page.getByRole("button", { name: opener }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog.getByRole("checkbox").first()).toBeVisible();
    await expectAccessible(page);
  }
});

test("a manual transfer with its form, a ledger entry, and the result of Verify ledger pass axe", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard/wallets?movement=new");
  await expectAccessibleDialog(page, { name: "New manual transfer", text: "Amount in naira" });
  await page.goto("/dashboard/wallets?limits=open");
  await expectAccessibleDialog(page, { name: "Limits of wallets", text: "Tier 3" });
  await page.goto("/dashboard/wallets?limits=open");
  await page.getByRole("button", { name: "Change the limits of tier 2" }).click();
  await expectAccessibleDialog(page, { name: "Change the limits of tier 2", text: "First day" });
  await page.goto("/dashboard/wallets");
  await page.getByRole("button", { name: "Verify ledger" }).click();
  await expectAccessibleDialog(page, { name: "Verify the ledger", text: "Ledger balanced" });
  await rows(page).first().getByRole("link").click();
  await expectAccessibleDialog(page, { name: /^WAL-/, text: "History" });
  await page.goto("/dashboard/wallets/grants-pool");
  await rows(page).first().getByRole("link").click();
  await expectAccessibleDialog(page, { name: /entry$/, text: "Total" });
});

test("a transaction with its dialogs, and a payment method pass axe", async ({ page, as }) => {
  await as("owner");
  const expectAccessibleDialogOf = async (opener: string) => {
    await page.getByRole("button", { name: opener, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("textbox").first()).toBeVisible();
    await expectAccessibleDialog(page);
  };
  await page.goto("/dashboard/transactions/all?type=wallet_funding&channel=ussd&state=succeeded");
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Ledger postings" })).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleDialogOf("Refund");
  await expectAccessibleDialogOf("Dispute");
  await page.goto("/dashboard/transactions/payment-methods");
  await expectAccessibleDialogOf("Change USSD");
  await page.goto("/dashboard/transactions/payment-methods");
  await page.getByRole("link", { name: "Card", exact: true }).click();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await expectAccessible(page);
});

test("a dispute with its dialogs passes axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/transactions/disputes?due=soon");
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Evidence" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add evidence" }).click();
  await expectAccessibleDialog(page, { name: "Add evidence", text: "Text" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Accept or contest" }).click();
  await expectAccessibleDialog(page, { name: /^Answer the dispute about/, text: "Message to the bank" });
});

test("all tabs and dialogs of a user pass axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/user-management/users?status=restricted");
  await page.getByRole("button", { name: "New user" }).click();
  await expectAccessibleDialog(page, { name: "New user", text: "Date of birth" });
  await rows(page).first().getByRole("link").click();
  await expect(page.getByText("The wallet is restricted")).toBeVisible();
  await expectAccessible(page);
  for (const [name, text] of [
    ["Change restriction", "Legal basis"],
    ["Close account", "This can't be undone"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    await expectAccessibleDialog(page, { text });
  }
  const partsNavigation = page.getByRole("navigation", { name: /Parts of/ });
  for (const tab of ["Wallet", "Transactions", "KYC", "Activity", "Notes", "Devices", "Personal data"]) {
    await partsNavigation.getByRole("link", { name: tab }).click();
    await expect(partsNavigation.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
    await expectAccessible(page);
  }
  await expectAccessibleDialogs(page, ["Correct details", "Request a copy", "Place hold"]);
});

test("the data retention page and its dialogs pass axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/user-management?retention=open");
  await expect(page.getByText("Documents of rejected identity requests")).toBeVisible();
  await page.getByRole("button", { name: "Count old data" }).click();
  await expect(page.getByText(/older than that/).first()).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^Change the period/ })
    .first()
    .click();
  await expectAccessibleDialog(page, { name: /^Change the period/ });
});

test("the user group form passes axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/user-management/user-groups?group=new");
  const dialog = page.getByRole("dialog", { name: "New group" });
  await expect(dialog.getByRole("button", { name: "Upload file" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Who belongs to it").selectOption("rule");
  await dialog.getByLabel("Tier 3").check();
  await expect(dialog.getByText(/match/)).toBeVisible();
  await expectAccessible(page);
});

test("the drawer of an admin passes axe", async ({ page, as }) => {
  await as("owner");
  await page.goto("/dashboard/roles-and-permissions/admin-users");
  await rows(page).first().getByRole("link").click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("History")).toBeVisible();
  await expectAccessible(page);
});

test("the page of one user's activity passes axe, and so do the dialogs Verify and Export of the audit trail", async ({
  page,
  as,
}) => {
  await as("owner");
  await page.goto("/dashboard/system-logs/user-activities?q=ogar");
  await rows(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Emmanuel Ogar" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/dashboard/system-logs/audit-trails");
  for (const [name, text] of [
    ["Verify", /The trail is complete|The new rows are unchanged|There are no new rows/],
    ["Export", "Every row of the list"],
  ] as const) {
    await page.getByRole("button", { name }).click();
    await expectAccessibleDialog(page, { text });
  }
});

test("the page for unknown paths passes axe", async ({ page, as, expectedProblems }) => {
  expectedProblems.push(/404/);
  await as("owner");
  await page.goto("/dashboard/no-such-page");
  await expect(page.getByText("Oops!")).toBeVisible();
  await expectAccessible(page);
});
