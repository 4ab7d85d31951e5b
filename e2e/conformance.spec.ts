// Slow: checks the specification statement by statement.
/**
 * Checks each statement of the specification, in the order of the document. Each test title and step quotes or shortens a statement.
 * Statements with a test file of their own, and those that component tests check, are listed in e2e/conformance.md.
 */
import { navigateInApp } from "./support/navigate";
import { createRequestHold, expect, rows, test, waitForAnimations, waitForHydration } from "./support/test";

const elementBox = (element: Element) => {
  const { width, height, left, top } = element.getBoundingClientRect();
  return { width, height, left, top };
};
const REM_PX = 16;

test.describe("conforms to section 2 of the specification: screens and routes", () => {
  test("the root path and the auth area redirect to /dashboard; a progress bar shows during route loading; KYC routes accept both ids", async ({
    page,
    as,
    request,
    baseURL,
  }) => {
    const headers = { authorization: `Bearer ${await as("viewer")}` };
    await test.step("the root path redirects to /dashboard", async () => {
      await page.goto("/");
      await expect(page).toHaveURL("/dashboard");
    });

    await test.step("the auth area redirects to /dashboard when the cookie is present", async () => {
      for (const path of ["/auth", "/auth/login"]) {
        const { location = "" } = (await page.request.get(path, { maxRedirects: 0 })).headers();
        expect(new URL(location, baseURL).pathname, path).toBe("/dashboard");
      }
    });

    await test.step("a progress bar shows at the top during route loading", async () => {
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
      await page.unroute("**/kyc-management*");
    });

    await test.step("the page of one user or grant programme has no tabs of its module", async () => {
      for (const [list, name] of [
        ["/dashboard/user-management/users", "User management"],
        ["/dashboard/grants/programmes", "Grants"],
      ] as const) {
        await navigateInApp(page, list);
        await rows(page).first().getByRole("link").first().click();
        await page.waitForURL(/(users|programmes)\/[\da-f-]{36}/);
        await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toBeVisible();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("navigation", { name, exact: true })).toHaveCount(0);
      }
    });

    await test.step("KYC: the route parameter may be a kycId or a userId", async () => {
      const answer = await request.get("/api/v1/kyc?state=pending&sort=-submitted_at", { headers });
      const [row] = (await answer.json()).data.items;
      await navigateInApp(page, `/dashboard/kyc-management/${row.id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(row.name);
      await page.goto(`/dashboard/kyc-management/${row.user_id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(row.name);
    });
  });

  test('unknown paths show the page "Oops!"; the page-title fallback reads "Cross river pay"', async ({
    page,
    as,
    expectedProblems,
  }) => {
    expectedProblems.push(/404/);
    await as("owner");
    const expectOopsThenReturn = async () => {
      await expect(page.getByRole("heading", { name: "Oops!" })).toBeVisible();
      await expect(page.getByText("We couldn't find the page you are looking for")).toBeVisible();
      if (page.url().endsWith("no-such-page")) await expect(page).toHaveTitle("Cross river pay");
      await page.getByRole("link", { name: "Go To Dashboard" }).click();
      await expect(page).toHaveURL("/dashboard");
    };
    for (const path of ["/no-such-page", "/dashboard/no-such-page"]) {
      await page.goto(path);
      await expectOopsThenReturn();
    }
    await navigateInApp(page, "/dashboard/wallets/x");
    await expectOopsThenReturn();
  });
});

test("conforms to section 2 of the specification: the sizes of sidebar, top bar and content, tooltips, and the container #modalRoot", async ({
  page,
  as,
  context,
}) => {
  await as("owner");
  await page.goto("/dashboard");
  const sidebar = page.locator("aside");

  await test.step('the top bar is 5.25rem high and has "Search anything...", the name with "Admin", and Logout', async () => {
    const bar = page.getByRole("banner");
    expect((await bar.evaluate(elementBox)).height).toBe(5.25 * REM_PX);
    await expect(bar.getByText("Search anything...")).toBeVisible();
    await expect(bar.getByText("Ekaette Bassey")).toBeVisible();
    await expect(bar.getByText("Admin", { exact: true })).toBeVisible();
    await expect(bar.getByRole("button", { name: "Logout" })).toBeVisible();
  });

  await test.step("sidebar tooltips appear after 300 ms", async () => {
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

  await test.step("the sidebar is collapsed by default, 5rem; expanded 18rem; the choice is remembered without a flash", async () => {
    expect((await sidebar.evaluate(elementBox)).width).toBe(5 * REM_PX);
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    await expect(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
    expect((await sidebar.evaluate(elementBox)).width).toBe(18 * REM_PX);
    expect((await context.cookies()).find(({ name }) => name === "sidebar-mode")?.value).toBe("expanded");
    const html = await (await page.request.get("/dashboard")).text();
    expect(html).toContain('data-mode="expanded"');
  });

  await test.step("a modal renders into the container with the id modalRoot", async () => {
    await expect(page.locator("#modalRoot")).toBeAttached();
    await page.getByRole("button", { name: /my sessions/ }).click();
    await expect(page.locator("#modalRoot").getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("the content is at most 100rem wide", async () => {
    await page.setViewportSize({ width: 2400, height: 900 });
    expect((await page.getByRole("main").evaluate(elementBox)).width).toBe(100 * REM_PX);
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
    await page.clock.install();
    await page.goto("/dashboard/kyc-management");
    const search = page.getByRole("searchbox", { name: /name, reference or phone/ });
    await search.pressSequentially("half a na");
    const calls: string[] = [];
    await context.setOffline(true);
    const overlay = page.locator("[data-offline-overlay]");
    await expect(overlay).toBeVisible();
    const size = await overlay.evaluate(elementBox);
    expect([size.width, size.height]).toEqual([1440, 900]);
    const errorToast = page.getByText("No internet connection. Please check your network and try again.");
    await expect(errorToast).toBeVisible();

    await test.step("toasts on the dashboard: top-center, 356 px wide", async () => {
      await waitForAnimations(page);
      const place = await page.locator("[data-toaster] > *").first().evaluate(elementBox);
      expect(place.width).toBe(356);
      expect(Math.abs(place.left + place.width / 2 - 720)).toBeLessThan(10);
      expect(place.top).toBeLessThan(60);
    });

    await page.clock.runFor(5_000);
    await expect(errorToast).toBeVisible();
    page.on("request", (request) => request.method() !== "GET" && calls.push(request.url()));
    await context.setOffline(false);
    await expect(overlay).toHaveCount(0);
    await expect(page.getByText("You are back online")).toBeVisible();
    await expect(errorToast).toHaveCount(0);
    await expect(search).toHaveValue("half a na");
    expect(calls).toEqual([]);
  });

  test("outside the dashboard: a split layout, and toasts at the bottom right", async ({ page, context }) => {
    await page.goto("/auth/login");
    await page.waitForLoadState("networkidle");
    const form = await page.locator("form").evaluate(elementBox);
    expect(form.left + form.width).toBeLessThan(1440 / 2 + 100);
    await expect(page.getByText("Payments and civic services of Cross River State")).toBeVisible();
    await context.setOffline(true);
    await expect(page.locator("[data-offline-overlay]")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("You are back online")).toBeVisible();
    const place = await page.locator("[data-toaster] > *").first().evaluate(elementBox);
    expect(place.left).toBeGreaterThan(720);
    expect(place.top).toBeGreaterThan(450);
  });
});

test("conforms to section 8 of the specification: each failure kind of the client shows a message and a retry", async ({
  page,
  as,
  expectedProblems,
}) => {
  expectedProblems.push(/Failed to load|500/);
  await as("viewer");
  await page.goto("/dashboard/kyc-management");
  await waitForHydration(page);
  const KYC_CALLS = "**/api/v1/kyc?*";
  const search = page.getByRole("searchbox", { name: /name, reference or phone/ });
  const retryWithoutFailure = async () => {
    await page.unroute(KYC_CALLS);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  };
  for (const { kind, words, fulfil, searchText } of [
    { kind: "fetch error", words: "The service can't be reached.", fulfil: "abort", searchText: "a" },
    {
      kind: "parsing error",
      words: "The service returned an unreadable response.",
      fulfil: '{"status":200,"da',
      searchText: "e",
    },
    {
      kind: "server error without words",
      words: "The service returned an unreadable response.",
      fulfil: "<html>",
      searchText: "i",
    },
  ])
    await test.step(kind, async () => {
      await page.route(KYC_CALLS, (route) =>
        fulfil === "abort" ? route.abort() : route.fulfill({ status: fulfil === "<html>" ? 500 : 200, body: fulfil }),
      );
      await search.fill(searchText);
      await expect(page.getByText(words)).toBeVisible();
      await retryWithoutFailure();
    });

  await test.step("timeout: after 15 seconds a message replaces the spinner", async () => {
    await page.route(KYC_CALLS, () => new Promise(() => {}));
    await search.fill("o");
    await expect(page.getByText("The service took too long to answer.")).toBeVisible({ timeout: 16_500 });
    await retryWithoutFailure();
  });
});
