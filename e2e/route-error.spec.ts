import { type ApiFault, startFaultyApi } from "./support/faulty-api";
import { testPort } from "./support/ports";
import { makeDataDir, startServer, type TestServer } from "./support/server";
import { expect, rows, test, waitForHydration, waitForNetworkQuiet } from "./support/test";

const SERVER_PORT = testPort(8);
const LIST_PATH = "/dashboard/kyc-management";

/** Proxy of the API with simulated faults, which the tested dashboard uses as API_BASE_URL. */
let faultyApi: Awaited<ReturnType<typeof startFaultyApi>>;
let dashboardServer: TestServer;
let removeDataDir: () => void;

test.use({ baseURL: async ({ server: _ }, use) => use(`http://localhost:${SERVER_PORT}`) });

test.beforeAll(async ({ server }) => {
  faultyApi = await startFaultyApi(`${server}/api`);
  const data = makeDataDir();
  removeDataDir = data.removeDataDir;
  dashboardServer = await startServer({
    port: SERVER_PORT,
    dataDir: data.dataDir,
    command: "start",
    env: { API_BASE_URL: `${faultyApi.url}/v1` },
  });
});
test.afterAll(async () => {
  await dashboardServer.stop();
  faultyApi.stop();
  removeDataDir();
});
test.beforeEach(({ expectedProblems }) => {
  faultyApi.state.fault = undefined;
  // React logs the error that caused the error page, which has status 500.
  expectedProblems.push(/500|Minified React|Server Components render|\{\}/);
});

for (const misbehaviour of ["500", "html", "cut"] as const satisfies ApiFault[])
  test(`shows the error page if a record fails to load (${misbehaviour}), and loads the record by Reload Page`, async ({
    page,
    as,
  }) => {
    await as("viewer");
    await page.goto(LIST_PATH);
    const link = rows(page).first().getByRole("link");
    const reference = (await link.textContent()) ?? "";
    const recordPath = new URL((await link.getAttribute("href")) ?? "", page.url()).pathname;

    faultyApi.state.fault = { path: new RegExp(recordPath.slice(recordPath.lastIndexOf("/"))), how: misbehaviour };
    await page.goto(recordPath);
    await expect(page.getByRole("heading", { name: "Interal Server Error" })).toBeVisible();
    await expect(
      page.getByText("An error occurred while processing your request. Please try again later."),
    ).toBeVisible();
    await expect(page.getByRole("navigation").first()).toBeVisible();

    faultyApi.state.fault = undefined;
    await page.getByRole("button", { name: "Reload Page" }).click();
    await expect(page.getByText(reference).first()).toBeVisible();
  });

test("shows the error page if a record opened from a list fails to load, and loads the record by Reload Page", async ({
  page,
  as,
}) => {
  await as("viewer");
  await page.goto(LIST_PATH);
  await waitForHydration(page);
  const link = rows(page).first().getByRole("link");
  const reference = (await link.textContent()) ?? "";
  const recordPath = new URL((await link.getAttribute("href")) ?? "", page.url()).pathname;

  faultyApi.state.fault = { path: new RegExp(recordPath.slice(recordPath.lastIndexOf("/"))), how: "500" };
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Interal Server Error" })).toBeVisible();
  await expect(page.locator("[data-page-skeleton]")).toHaveCount(0);

  faultyApi.state.fault = undefined;
  await page.getByRole("button", { name: "Reload Page" }).click();
  await expect(page.getByText(reference).first()).toBeVisible();
});

test("opens a record whose prefetch failed", async ({ page, as }) => {
  await as("viewer");
  await page.goto(LIST_PATH);
  await waitForHydration(page);
  const link = rows(page).first().getByRole("link");
  const reference = (await link.textContent()) ?? "";
  const recordPath = new URL((await link.getAttribute("href")) ?? "", page.url()).pathname;
  faultyApi.state.fault = { path: new RegExp(recordPath.slice(recordPath.lastIndexOf("/"))), how: "500" };
  const prefetch = page.waitForRequest((request) => request.url().includes(`${recordPath}?_rsc=`));
  await link.focus();
  await prefetch;
  await waitForNetworkQuiet(page);
  faultyApi.state.fault = undefined;
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(recordPath));
  await expect(page.getByText(reference).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload Page" })).toHaveCount(0);
});

test("shows the error page instead of a spinner if the admin's access can't be loaded", async ({ page, as }) => {
  await as("viewer");
  faultyApi.state.fault = { path: /users\/access/, how: "500" };
  await page.goto(LIST_PATH);
  await expect(page.getByRole("heading", { name: "Interal Server Error" })).toBeVisible();
  faultyApi.state.fault = undefined;
  await page.getByRole("button", { name: "Reload Page" }).click();
  await expect(rows(page).first()).toBeVisible();
});

test("shows an error with a retry if a list fails to load, and keeps the filters", async ({ page, as }) => {
  await as("viewer");
  faultyApi.state.fault = { path: /\/kyc\?/, how: "500" };
  await page.goto(`${LIST_PATH}?tier=2`);
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  faultyApi.state.fault = undefined;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/tier=2/);
});

test("shows the error page after 15 seconds without a response from the API", async ({ page, as }) => {
  await as("viewer");
  faultyApi.state.fault = { path: /users\/access/, how: "silent" };
  await page.goto(LIST_PATH);
  await expect(page.getByRole("heading", { name: "Interal Server Error" })).toBeVisible({ timeout: 20_000 });
});
