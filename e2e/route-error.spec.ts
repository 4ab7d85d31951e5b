import type { APIRequestContext, Page } from "@playwright/test";
import { type ApiFault, startFaultyApi } from "./support/faulty-api";
import { testPort } from "./support/ports";
import { makeDataDir, startServer, type TestServer } from "./support/server";
import { expect, rows, test, waitForNetworkQuiet } from "./support/test";

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

/** Returns the newest open identity request, read from the API without the proxy. */
async function readNewestRequest(request: APIRequestContext, server: string, token: string) {
  const answer = await request.get(`${server}/api/v1/kyc?state=pending,in_review`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [newest]: { id: string; reference: string }[] = (await answer.json()).data.items;
  return { path: `${LIST_PATH}/${newest?.id}`, reference: newest?.reference ?? "" };
}
/** Makes calls for this record fail with status 500. */
const failRecord = (recordPath: string, how: ApiFault = "500") => {
  faultyApi.state.fault = { path: new RegExp(recordPath.slice(recordPath.lastIndexOf("/"))), how };
};
const errorHeading = (page: Page) => page.getByRole("heading", { name: "Interal Server Error" });
/** Clicks Reload Page, and waits until the page has been reloaded. */
async function reloadPage(page: Page): Promise<void> {
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload Page" }).click();
  await reloaded;
}

test("shows the error page if a record fails to load with status 500, HTML or a truncated body, and loads it by Reload Page", async ({
  page,
  as,
  request,
  server,
}) => {
  const { path, reference } = await readNewestRequest(request, server, await as("viewer"));
  for (const misbehaviour of ["500", "html", "cut"] as const satisfies ApiFault[])
    await test.step(misbehaviour, async () => {
      failRecord(path, misbehaviour);
      if (misbehaviour === "500") await page.goto(path);
      else await reloadPage(page);
      await expect(errorHeading(page)).toBeVisible();
      await expect(
        page.getByText("An error occurred while processing your request. Please try again later."),
      ).toBeVisible();
      await expect(page.getByRole("navigation").first()).toBeVisible();
    });
  faultyApi.state.fault = undefined;
  await reloadPage(page);
  await expect(page.getByText(reference).first()).toBeVisible();
});

test("a list that fails to load keeps its filters and loads by Retry; a record opens despite a failed prefetch, or shows the error page if it fails itself", async ({
  page,
  as,
}) => {
  await as("viewer");
  await test.step("the list fails to load", async () => {
    faultyApi.state.fault = { path: /\/kyc\?/, how: "500" };
    await page.goto(`${LIST_PATH}?tier=2`);
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    faultyApi.state.fault = undefined;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(rows(page).first()).toBeVisible();
    await expect(page).toHaveURL(/tier=2/);
  });

  const recordOfRow = async (index: number) => {
    const link = rows(page).nth(index).getByRole("link");
    const href = (await link.getAttribute("href")) ?? "";
    return { link, reference: (await link.textContent()) ?? "", path: new URL(href, page.url()).pathname };
  };
  await test.step("the prefetch of a record fails", async () => {
    const { link, reference, path } = await recordOfRow(0);
    failRecord(path);
    const prefetch = page.waitForRequest((request) => request.url().includes(`${path}?_rsc=`));
    await link.focus();
    await prefetch;
    await waitForNetworkQuiet(page);
    faultyApi.state.fault = undefined;
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(path));
    await expect(page.getByText(reference).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload Page" })).toHaveCount(0);
  });

  await test.step("a record fails to load", async () => {
    await page.goBack();
    const { link, reference, path } = await recordOfRow(1);
    failRecord(path);
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(errorHeading(page)).toBeVisible();
    await expect(page.locator("[data-page-skeleton]")).toHaveCount(0);

    faultyApi.state.fault = undefined;
    await reloadPage(page);
    await expect(page.getByText(reference).first()).toBeVisible();
  });
});

test("shows the error page instead of a spinner if the admin's access can't be loaded, or is not returned within 15 seconds", async ({
  page,
  as,
}) => {
  await as("viewer");
  faultyApi.state.fault = { path: /users\/access/, how: "500" };
  await page.goto(LIST_PATH);
  await expect(errorHeading(page)).toBeVisible();
  faultyApi.state.fault = undefined;
  await reloadPage(page);
  await expect(rows(page).first()).toBeVisible();

  faultyApi.state.fault = { path: /users\/access/, how: "silent" };
  await page.goto(LIST_PATH);
  await expect(errorHeading(page)).toBeVisible({ timeout: 20_000 });
});
