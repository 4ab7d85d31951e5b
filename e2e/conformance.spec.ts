// Slow: checks the specification statement by statement.
/**
 * Checks each statement of the specification, in the order of the document. Each test title quotes or shortens one statement. Statements
 * with a test file of their own are listed in e2e/conformance.md.
 */
import { MODULES } from "@/lib/modules";
import { createRequestHold, expect, rows, test, waitForAnimations, waitForHydration } from "./support/test";

const elementBox = (element: Element) => {
  const { width, height, left, top } = element.getBoundingClientRect();
  return { width, height, left, top };
};
const REM_PX = 16;

test.describe("conforms to section 2 of the specification: screens and routes", () => {
  test("the root path redirects to /dashboard", async ({ page, as }) => {
    await as("viewer");
    await page.goto("/");
    await expect(page).toHaveURL("/dashboard");
  });

  test("the auth area redirects to /dashboard when the cookie is present", async ({ page, as }) => {
    await as("viewer");
    for (const path of ["/auth", "/auth/login"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/dashboard");
    }
  });

  test("the auth area uses a split layout", async ({ page }) => {
    await page.goto("/auth/login");
    const form = await page.locator("form").evaluate(elementBox);
    expect(form.left + form.width).toBeLessThan(1440 / 2 + 100);
    await expect(page.getByText("Payments and civic services of Cross River State")).toBeVisible();
  });

  test('unknown paths show the page "Oops!"; the page-title fallback reads "Cross river pay"', async ({
    page,
    as,
    expectedProblems,
  }) => {
    expectedProblems.push(/404/);
    await as("owner");
    for (const path of ["/no-such-page", "/dashboard/no-such-page", "/dashboard/wallets/x"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "Oops!" })).toBeVisible();
      await expect(page.getByText("We couldn't find the page you are looking for")).toBeVisible();
      if (path.endsWith("no-such-page")) await expect(page).toHaveTitle("Cross river pay");
      await page.getByRole("link", { name: "Go To Dashboard" }).click();
      await expect(page).toHaveURL("/dashboard");
    }
  });

  test("a progress bar shows at the top during route loading", async ({ page, as }) => {
    await as("viewer");
    await page.goto("/dashboard");
    await waitForHydration(page);
    const { held, letGo } = createRequestHold();
    await page.route("**/kyc-management*", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "KYC Management" }).click();
    await expect(page.locator("#nprogress .bar")).toBeAttached();
    letGo();
    await expect(page).toHaveURL(/kyc-management/);
    await expect(page.locator("#nprogress .bar")).toHaveCount(0);
  });

  test("KYC: the route parameter may be a kycId or a userId", async ({ page, as, request }) => {
    const token = await as("viewer");
    const headers = { authorization: `Bearer ${token}` };
    const [row] = (await (await request.get("/api/v1/kyc?state=pending&sort=-submitted_at", { headers })).json()).data
      .items;
    for (const id of [row.id, row.user_id]) {
      await page.goto(`/dashboard/kyc-management/${id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(row.name);
    }
  });
});

test.describe("conforms to section 2 of the specification: tabs", () => {
  test("the page of one user or grant programme has no tabs of its module", async ({ page, as }) => {
    await as("viewer");
    for (const [list, name] of [
      ["/dashboard/user-management/users", "User management"],
      ["/dashboard/grants/programmes", "Grants"],
    ] as const) {
      await page.goto(list);
      await rows(page).first().getByRole("link").first().click();
      await page.waitForURL(/(users|programmes)\/[\da-f-]{36}/);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("navigation", { name, exact: true })).toHaveCount(0);
    }
  });
});

test.describe("conforms to section 2 of the specification: content management and app configuration", () => {
  const CONFIG_PATH = "/dashboard/app-config";

  test("the sidebar lists sub-links of content and app configuration by the names of the specification", async ({
    page,
    as,
  }) => {
    await as("viewer");
    await page.goto(`${CONFIG_PATH}/faq`);
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    const nav = page.getByRole("navigation", { name: "Main" });
    for (const name of [
      "Faq",
      "Terms & Conditions",
      "Privacy Policy",
      "Language Configuration",
      "Emergency Numbers",
      "Notifications",
    ])
      await expect(nav.getByRole("link", { name, exact: true })).toBeVisible();
    await nav.getByRole("button", { name: "Content Management" }).click();
    for (const name of ["Announcements", "Sliders", "Cultures"])
      await expect(nav.getByRole("link", { name, exact: true })).toBeVisible();
  });
});

test.describe("conforms to section 2 of the specification: layout", () => {
  test("the sidebar is collapsed by default, 5rem; expanded 18rem; the choice is remembered without a flash", async ({
    page,
    as,
    context,
  }) => {
    await as("owner");
    await page.goto("/dashboard");
    const sidebar = page.locator("aside");
    await expect(sidebar).toBeVisible();
    expect((await sidebar.evaluate(elementBox)).width).toBe(5 * REM_PX);
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    await expect(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
    expect((await sidebar.evaluate(elementBox)).width).toBe(18 * REM_PX);
    expect((await context.cookies()).find(({ name }) => name === "sidebar-mode")?.value).toBe("expanded");
    const html = await (await page.request.get("/dashboard")).text();
    expect(html).toContain('data-mode="expanded"');
  });

  test("the sidebar entries have the specified order", async ({ page, as }) => {
    await as("owner");
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    const names = await page
      .getByRole("navigation", { name: "Main" })
      .locator("> ul > li > :first-child")
      .allTextContents();
    expect(names).toEqual(MODULES.map(({ name }) => name));
  });

  test("a sub-link group opens and closes; in collapsed mode clicking a group goes to its first sub-link", async ({
    page,
    as,
  }) => {
    await as("owner");
    await page.goto("/dashboard");
    const nav = page.getByRole("navigation", { name: "Main" });
    await nav.getByRole("link", { name: "System Logs" }).click();
    await expect(page).toHaveURL(/\/dashboard\/system-logs\//);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    await expect(nav.getByRole("link", { name: "Audit Trail" })).toBeHidden();
    await nav.getByRole("button", { name: "System Logs" }).click();
    await expect(nav.getByRole("link", { name: "Audit Trail" })).toBeVisible();
    await nav.getByRole("button", { name: "System Logs" }).click();
    await expect(nav.getByRole("link", { name: "Audit Trail" })).toBeHidden();
  });

  test("a nav item is active when the current path matches one of its slugs", async ({ page, as }) => {
    await as("owner");
    const nav = page.getByRole("navigation", { name: "Main" });
    const activeLink = nav.locator('[aria-current="page"]');
    await page.goto("/dashboard");
    await expect(activeLink).toHaveText("Dashboard");
    await page.goto("/dashboard/kyc-management?page=2");
    await expect(activeLink).toHaveText("KYC Management");
    await rows(page).first().getByRole("link").click();
    await page.waitForURL(/kyc-management\/.+/);
    await expect(activeLink).toHaveText("KYC Management");
  });

  test("sidebar tooltips appear after 300 ms", async ({ page, as }) => {
    await as("owner");
    await page.goto("/dashboard");
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "KYC Management" });
    const tooltip = page.locator('aside span[aria-hidden="true"]').filter({ hasText: "KYC Management" });
    await waitForHydration(page);
    await expect(tooltip).toHaveCount(0);
    // Measures in the page how long the tooltip takes to appear, so that a slow test machine does not affect the result.
    const hoverDelay = link.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          element.addEventListener("pointerenter", ({ timeStamp: since }) => {
            const sidebar = element.closest("aside") as HTMLElement;
            new MutationObserver(() => {
              const shown = [...sidebar.querySelectorAll('span[aria-hidden="true"]')];
              if (shown.some(({ textContent }) => textContent === "KYC Management")) resolve(performance.now() - since);
            }).observe(sidebar, { childList: true, subtree: true });
          });
        }),
    );
    await link.hover();
    expect(await hoverDelay).toBeGreaterThanOrEqual(300);
    await expect(tooltip).toBeVisible();
  });

  test('the top bar is 5.25rem high and has "Search anything...", the name with "Admin", and Logout', async ({
    page,
    as,
  }) => {
    await as("owner");
    await page.goto("/dashboard");
    const bar = page.getByRole("banner");
    expect((await bar.evaluate(elementBox)).height).toBe(5.25 * REM_PX);
    await expect(bar.getByText("Search anything...")).toBeVisible();
    await expect(bar.getByText("Ekaette Bassey")).toBeVisible();
    await expect(bar.getByText("Admin", { exact: true })).toBeVisible();
    await expect(bar.getByRole("button", { name: "Logout" })).toBeVisible();
  });

  test("the content is at most 100rem wide", async ({ page, as }) => {
    await page.setViewportSize({ width: 2400, height: 900 });
    await as("owner");
    await page.goto("/dashboard/kyc-management");
    expect((await page.getByRole("main").evaluate(elementBox)).width).toBe(100 * REM_PX);
  });

  test("a modal renders into the container with the id modalRoot", async ({ page, as }) => {
    await as("owner");
    await page.goto("/dashboard");
    await expect(page.locator("#modalRoot")).toBeAttached();
    await page.getByRole("button", { name: /my sessions/ }).click();
    await expect(page.locator("#modalRoot").getByRole("dialog")).toBeVisible();
  });
});

test.describe("conforms to section 4 of the specification: states and transitions", () => {
  test("when offline: toasts dismissed, a persistent error toast, a dark overlay; online again: overlay gone, success toast", async ({
    page,
    as,
    context,
    expectedProblems,
  }) => {
    expectedProblems.push(/ERR_INTERNET_DISCONNECTED/);
    await as("owner");
    await page.goto("/dashboard/kyc-management");
    const search = page.getByRole("searchbox", { name: /name, reference or phone/ });
    await search.pressSequentially("half a na");
    const calls: string[] = [];
    await context.setOffline(true);
    const overlay = page.locator("[data-offline-overlay]");
    await expect(overlay).toBeVisible();
    const size = await overlay.evaluate(elementBox);
    expect([size.width, size.height]).toEqual([1440, 900]);
    const toast = page.getByText("No internet connection. Please check your network and try again.");
    await expect(toast).toBeVisible();
    await page.waitForTimeout(5_000);
    await expect(toast).toBeVisible();
    page.on("request", (request) => request.method() !== "GET" && calls.push(request.url()));
    await context.setOffline(false);
    await expect(overlay).toHaveCount(0);
    await expect(page.getByText("You are back online")).toBeVisible();
    await expect(toast).toHaveCount(0);
    await expect(search).toHaveValue("half a na");
    expect(calls).toEqual([]);
  });

  test("toasts: at most 8 on the dashboard, top-center, 356 px wide", async ({
    page,
    as,
    context,
    expectedProblems,
  }) => {
    expectedProblems.push(/ERR_INTERNET_DISCONNECTED/);
    await as("owner");
    await page.goto("/dashboard");
    await context.setOffline(true);
    const toast = page.locator("[data-toaster] > *").first();
    await expect(toast).toBeVisible();
    await waitForAnimations(page);
    const place = await toast.evaluate(elementBox);
    expect(place.width).toBe(356);
    expect(Math.abs(place.left + place.width / 2 - 720)).toBeLessThan(10);
    expect(place.top).toBeLessThan(60);
    await context.setOffline(false);
  });

  test("toasts outside the dashboard have the default settings: bottom-right, 4000 ms", async ({ page, context }) => {
    await page.goto("/auth/login");
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await expect(page.locator("[data-offline-overlay]")).toBeVisible();
    // Measures in the page how long the toast is visible, because the test process may notice late that the toast is gone.
    await page.evaluate(() => {
      let since = 0;
      (window as unknown as { shown: Promise<number> }).shown = new Promise((resolve) => {
        new MutationObserver(() => {
          const isToastVisible = document.body.textContent?.includes("You are back online");
          if (isToastVisible) since ||= performance.now();
          else if (since) resolve(performance.now() - since);
        }).observe(document.body, { childList: true, subtree: true });
      });
    });
    await context.setOffline(false);
    const toast = page.getByText("You are back online");
    await expect(toast).toBeVisible();
    const place = await page.locator("[data-toaster] > *").first().evaluate(elementBox);
    expect(place.left).toBeGreaterThan(720);
    expect(place.top).toBeGreaterThan(450);
    const shown = await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);
    expect(shown).toBeGreaterThan(3_900);
    expect(shown).toBeLessThan(6_000);
    await expect(toast).toHaveCount(0);
  });
});

test.describe("conforms to section 6 of the specification: roles and permissions", () => {
  test("the sidebar shows the first item always, others with read access only", async ({ page, as }) => {
    await as("finance");
    await page.goto("/dashboard");
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(links.first()).toBeVisible();
    const names = await links.allTextContents();
    expect(names[0]).toBe("Dashboard");
    expect(names).not.toContain("KYC Management");
    expect(names).not.toContain("System Logs");
  });

  test("a path that is not permitted leads to the first item's URL", async ({ page, as }) => {
    await as("support");
    await page.goto("/dashboard/wallets");
    await expect(page).toHaveURL("/dashboard");
  });
});

test.describe("conforms to section 8 of the specification: each failure kind of the client shows a message and a retry", () => {
  const TOAST_KINDS = [
    { kind: "fetch error", words: "The service can't be reached.", fulfil: "abort" },
    { kind: "parsing error", words: "The service returned an unreadable response.", fulfil: "garbage" },
    { kind: "server error without words", words: "The service returned an unreadable response.", fulfil: "html" },
  ] as const;
  for (const { kind, words, fulfil } of TOAST_KINDS)
    test(kind, async ({ page, as, expectedProblems }) => {
      expectedProblems.push(/Failed to load|500/);
      await as("viewer");
      await page.goto("/dashboard/kyc-management");
      await page.route("**/api/v1/kyc?*", (route) =>
        fulfil === "abort"
          ? route.abort()
          : route.fulfill(
              fulfil === "html" ? { status: 500, body: "<html>" } : { status: 200, body: '{"status":200,"da' },
            ),
      );
      await page.getByRole("button", { name: /Late only/ }).click();
      await expect(page.getByText(words)).toBeVisible();
      await page.unroute("**/api/v1/kyc?*");
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(rows(page).first()).toBeVisible();
    });

  test("timeout: after 15 seconds a message replaces the spinner", async ({ page, as }) => {
    test.setTimeout(60_000);
    await as("viewer");
    await page.goto("/dashboard/kyc-management");
    await waitForHydration(page);
    await page.route("**/api/v1/kyc?*", () => new Promise(() => {}));
    await page.getByRole("button", { name: /Late only/ }).click();
    await expect(page.getByText("The service took too long to answer.")).toBeVisible({ timeout: 16_500 });
  });
});
