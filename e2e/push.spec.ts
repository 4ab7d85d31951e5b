// Slow: sends pushes through a service worker, which all pages of a browser share.
import type { Page, Worker } from "@playwright/test";
import { deliverPush, PUSH_SERVER_URL, startPushServer, stubFirebase } from "./support/push";
import {
  clickNotification,
  countNotifications,
  countWindows,
  readNotifications,
  startCountingNotifications,
} from "./support/push-worker";
import { apiSignIn, signInOnPage } from "./support/sign-in";
import { expect, test } from "./support/test";

const REQUEST_ID = "01990000-0000-7000-8000-000000000001";
/** Id of another identity request, for pushes that must not appear: with the same id they would replace the visible push. */
const OTHER_REQUEST_ID = "01990000-0000-7000-8000-000000000002";
const PUSH_FIELDS = {
  title: "New identity request",
  body: "KYC-000123, tier 2",
  category: "kyc",
  request_id: REQUEST_ID,
};
const pushMessage = (fields: object = {}) => ({
  data: { category_data: JSON.stringify({ ...PUSH_FIELDS, ...fields }) },
});
const notifications = (page: Page) => page.getByRole("region", { name: "Notifications" });
const waitForTokenSave = (page: Page) =>
  page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/settings/admin/dashboard"));

test.describe(() => {
  test.use({ baseURL: PUSH_SERVER_URL });
  let server: Awaited<ReturnType<typeof startPushServer>>;
  // Uses the `server` fixture, because the second server needs the data folder of the worker's server.
  test.beforeAll(async ({ server: _ }) => {
    server = await startPushServer(process.env.DATA_DIR ?? "");
  });
  test.afterAll(() => server.stop());
  test.beforeEach(({ context }) => context.grantPermissions(["notifications"], { origin: PUSH_SERVER_URL }));

  /** Opens the dashboard, which registers this browser as a device. */
  async function openDashboard(page: Page, path = "/dashboard/kyc-management") {
    const [request] = await Promise.all([waitForTokenSave(page), page.goto(path)]);
    expect((await request.response())?.status()).toBe(200);
    // Waits for the item that the page sets after the response. From then on the page receives pushes.
    await page.waitForFunction(() => localStorage.getItem("push-device"));
    return request.postDataJSON();
  }

  test("the open page shows a push as a toast with a View button for 2 minutes or until closed, and ignores other categories and malformed messages", async ({
    page,
    context,
    request,
    as,
  }) => {
    const officerToken = await as("kyc");
    const ownerHeaders = { authorization: `Bearer ${await apiSignIn(request, "owner")}` };
    await stubFirebase(context);
    await page.clock.install();
    expect(await openDashboard(page)).toEqual({ device_token: "device-token-1" });
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const toast = notifications(page);
    const viewButton = toast.getByRole("button", { name: "View" });
    const lastMessage = () => {
      const [message] = server.sent.slice(-1);
      if (!message) throw new Error("Google was not asked.");
      return message;
    };

    await test.step("ignores other categories and malformed messages", async () => {
      const ignoredMessages = [
        pushMessage({ category: "transaction", request_id: OTHER_REQUEST_ID }),
        pushMessage({ category: undefined, request_id: OTHER_REQUEST_ID }),
        pushMessage({ request_id: "../roles-and-permissions" }),
        pushMessage({ request_id: undefined }),
        pushMessage({ title: { html: "<b>" }, request_id: OTHER_REQUEST_ID }),
        { data: { category_data: "{" } },
        { data: { category_data: "null" } },
        { data: {} },
      ];
      for (const message of ignoredMessages) await deliverPush(page, message);
      // Messages arrive in the order in which they are sent, so once this message is shown, the earlier messages were handled.
      await deliverPush(page, pushMessage({ title: "<b>The last</b>" }));
      await expect(toast).toContainText("<b>The last</b>");
      await expect(viewButton).toHaveCount(1);
    });

    await test.step("shows a push for 2 minutes, or until it is closed", async () => {
      const [red = 0, green = 0, blue = 0] = await viewButton.evaluate((button) =>
        (getComputedStyle(button).backgroundColor.match(/\d+/g) ?? []).map(Number),
      );
      expect(blue).toBeGreaterThan(Math.max(red, green) * 1.5);
      await page.clock.fastForward(110_000);
      // Lets another second pass, in which a toast that is about to disappear would fade out.
      await page.clock.fastForward(1_000);
      await expect(viewButton).toBeVisible();
      await page.clock.fastForward(10_000);
      await expect(viewButton).toHaveCount(0);

      await deliverPush(page, pushMessage());
      await toast.getByRole("button", { name: "Close notification" }).click();
      await expect(viewButton).toHaveCount(0);
    });

    await test.step("View of a test push opens the identity request", async () => {
      const answer = await request.post("/api/v1/users/admin/device-token", {
        headers: { authorization: `Bearer ${officerToken}` },
      });
      expect((await answer.json()).data).toEqual({ sent: 1 });
      const message = lastMessage();
      expect(message.token).toBe("device-token-1");
      await deliverPush(page, { data: message.data });
      await expect(toast).toContainText("Test notification");
      await expect(toast).toContainText("Push notifications work in this browser.");
      const { request_id: id } = JSON.parse(message.data.category_data ?? "");
      await viewButton.click();
      await expect(page).toHaveURL(`/dashboard/kyc-management/${id}`);
      await expect(page.getByText(/KYC-\d{6}/).first()).toBeVisible();
      await expect(toast.getByRole("button")).toHaveCount(0);
    });

    await test.step("an assigned identity request sends a push with a link", async () => {
      const headers = ownerHeaders;
      const pendingRequests = await request.get("/api/v1/kyc?state=pending&assignee=nobody", { headers });
      const [{ id, version, reference }] = (await pendingRequests.json()).data.items;
      const { items } = (await (await request.get("/api/v1/users/all/admins?q=emmanuel", { headers })).json()).data;
      const data = { assignee: items[0].id, requests: [{ kycId: id, version }] };
      expect((await request.post("/api/v1/kyc/assignments", { headers, data })).status()).toBe(200);
      await expect.poll(() => server.sent.at(-1)?.data.category_data).toContain(id);
      await deliverPush(page, { data: lastMessage().data });
      await expect(toast).toContainText(`Ekaette Bassey assigned ${reference} to you.`);
      await viewButton.click();
      await expect(page).toHaveURL(`/dashboard/kyc-management/${id}`);
    });
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  });

  /** Opens and leaves the dashboard as an officer. Returns its service worker, which then has no open window. */
  async function startWorker(page: Page, as: (account: "kyc") => Promise<string>): Promise<Worker> {
    await stubFirebase(page.context());
    await as("kyc");
    await openDashboard(page);
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error("no worker");
    await page.goto("about:blank");
    // Waits until the browser has closed the page, which would receive the push otherwise.
    await expect.poll(() => countWindows(worker)).toBe(0);
    await startCountingNotifications(worker);
    return worker;
  }

  test("the service worker shows one notification for a push and none for malformed messages, and a click opens the page or focuses the window that shows it", async ({
    page,
    context,
    as,
    expectedProblems,
  }) => {
    // Expects a 404, because the push refers to a request that does not exist.
    expectedProblems.push(/404 .*\/dashboard\/kyc-management\//);
    const worker = await startWorker(page, as);
    const path = `/dashboard/kyc-management/${REQUEST_ID}`;

    await test.step("shows a push, and ignores malformed messages", async () => {
      const malformed = { data: { category_data: "{" } };
      for (const message of [
        pushMessage({ category: "transaction", request_id: OTHER_REQUEST_ID }),
        pushMessage({ request_id: "a/b" }),
        malformed,
      ])
        await deliverPush(page, message);
      await deliverPush(page, pushMessage());
      await expect.poll(() => countNotifications(worker)).toBe(1);
      expect(await readNotifications(worker)).toEqual([
        { title: "New identity request", body: "KYC-000123, tier 2", tag: path },
      ]);
      expect(await clickNotification(worker)).toEqual({ asked: [`open ${path}`], left: 0 });
    });

    await test.step("shows a push with its own title and text only once, unchanged", async () => {
      const notification = { title: "Written elsewhere", body: "by the sender" };
      await deliverPush(page, { ...pushMessage(), notification });
      await expect.poll(() => countNotifications(worker)).toBe(2);
      expect(await readNotifications(worker)).toMatchObject([{ title: "Written elsewhere" }]);
      expect(await clickNotification(worker)).toEqual({ asked: [`open ${path}`], left: 0 });
    });

    await test.step("a click focuses the window that shows the page", async () => {
      await deliverPush(page, pushMessage());
      await expect.poll(() => countNotifications(worker)).toBe(3);
      // Another window shows the dashboard. The click must not replace its page, in which the officer may be typing.
      const otherTab = await context.newPage();
      await otherTab.goto("/dashboard");
      await page.goto(path);
      expect(await clickNotification(worker)).toEqual({ asked: [`focus ${path}`], left: 0 });
    });
  });

  test("registers a browser for pushes once per session and after a token change", async ({ page, context, as }) => {
    let token = "device-token-a";
    await stubFirebase(context, { token: () => token });
    await as("kyc");
    const tokenSaves: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/settings/admin/dashboard")) tokenSaves.push(request.postDataJSON().device_token);
    });
    await openDashboard(page);
    await page.reload();
    // The second registration is complete once the page receives a push.
    await expect(async () => {
      await deliverPush(page, pushMessage());
      await expect(notifications(page)).toContainText("New identity request", { timeout: 500 });
    }).toPass();
    expect(tokenSaves).toEqual(["device-token-a"]);

    token = "device-token-b";
    await page.evaluate(() => indexedDB.deleteDatabase("firebase-messaging-database"));
    await page.reload();
    await expect.poll(() => tokenSaves).toEqual(["device-token-a", "device-token-b"]);
  });

  test("removes the service worker and the registered device at logout, so that the next user of the browser gets no pushes", async ({
    page,
    context,
    request,
  }) => {
    await stubFirebase(context);
    await page.goto("/auth/login");
    const [firstSave] = await Promise.all([waitForTokenSave(page), signInOnPage(page, "viewer")]);
    await firstSave.response();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
    const headers = { authorization: (await firstSave.allHeaders()).authorization ?? "" };
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/auth/login");
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("push-device"))).toBeNull();
    await expect
      .poll(async () => (await request.post("/api/v1/users/admin/device-token", { headers })).status())
      .toBe(401);

    const [secondSave] = await Promise.all([waitForTokenSave(page), signInOnPage(page, "support")]);
    expect((await secondSave.response())?.status()).toBe(200);
  });

  test("the dashboard asks for the notification permission if it is undecided, and loads no Firebase code if it is denied", async ({
    page,
    context,
    as,
  }) => {
    const { asked } = await stubFirebase(context);
    await context.addInitScript(() => {
      Object.defineProperty(Notification, "permission", { get: () => "default" });
      Notification.requestPermission = async () => {
        console.info("permission asked");
        return "denied";
      };
    });
    await as("kyc");
    const consoleMessages: string[] = [];
    page.on("console", (message) => consoleMessages.push(`${message.type()} ${message.text()}`));
    await page.goto("/dashboard");
    await expect.poll(() => consoleMessages.join()).toMatch(/warning Push is not available/);
    expect(consoleMessages.filter((text) => text.includes("permission asked"))).toHaveLength(1);
    expect(asked).toEqual([]);
    await expect(notifications(page)).toBeEmpty();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });

  test("the dashboard logs a failed push registration and shows no error", async ({
    page,
    context,
    as,
    expectedProblems,
  }) => {
    expectedProblems.push(/Failed to load resource/);
    const { asked } = await stubFirebase(context, { status: 403 });
    await as("kyc");
    const consoleMessages: string[] = [];
    page.on("console", (message) => consoleMessages.push(`${message.type()} ${message.text()}`));
    await page.goto("/dashboard/kyc-management");
    await expect.poll(() => consoleMessages.join()).toMatch(/warning Push is not available/);
    expect(asked).toContain("firebaseinstallations.googleapis.com");
    await expect(notifications(page)).toBeEmpty();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test("if push is not set up, the dashboard allows no Google host, asks for no permission and registers no service worker", async ({
  page,
  context,
  as,
}) => {
  await context.addInitScript(() => {
    Notification.requestPermission = () => Promise.reject(new Error("asked"));
  });
  await as("kyc");
  const answer = await page.goto("/dashboard", { waitUntil: "networkidle" });
  expect(answer?.headers()["content-security-policy"]).toContain("connect-src 'self';");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
