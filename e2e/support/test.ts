import { type APIRequestContext, test as base, expect, type Page, type Request } from "@playwright/test";
import { clearAdminSettings } from "./clear-settings";
import { testPort } from "./ports";
import { makeDemoDir, startServer } from "./server";
import { type Account, apiSignIn } from "./sign-in";

type Fixtures = {
  /**
   * Signs the browser in as this demo account by a cookie, and returns the token. The first sign-in of an account in a test clears the
   * account's settings, because the tests of a worker share a server.
   */
  as: (account: Account) => Promise<string>;
  /** Patterns of console errors that a test causes on purpose, such as by a failed call. */
  expectedProblems: RegExp[];
};
type WorkerFixtures = {
  /** URL of the worker's server, which has separate demo data. */
  server: string;
  tokens: Map<Account, string>;
};

/** Playwright's `test` with the fixtures above. Fails a test on a console error, an uncaught exception or a CSP violation. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  tokens: [async ({}, use) => use(new Map()), { scope: "worker" }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { parallelIndex }) => {
      const { dataDir, removeDataDir } = makeDemoDir();
      // Tells mail.ts where to read the server's mails.
      process.env.DATA_DIR = dataDir;
      const server = await startServer({ port: testPort(1 + 10 * parallelIndex), dataDir });
      await use(server.url);
      await server.stop();
      removeDataDir();
    },
    { scope: "worker", timeout: 200_000 },
  ],
  baseURL: async ({ server }, use) => use(server),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedProblems: async ({}, use) => use([]),
  context: async ({ context }, use) => {
    // In `npm run test:dates`, pages need the simulated date of the server (see playwright.config.mjs).
    if (process.env.FAKETIME) await context.clock.setSystemTime(new Date());
    await use(context);
  },
  page: async ({ page, expectedProblems }, use) => {
    const openRequests = new Set<Request>();
    pendingRequests.set(page, openRequests);
    page.on("request", (request) => openRequests.add(request));
    page.on("requestfinished", (request) => openRequests.delete(request));
    page.on("requestfailed", (request) => openRequests.delete(request));
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || /hydrat|content security policy/i.test(message.text()))
        problems.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => problems.push(error.message));
    makePageRouteWait(page);
    await use(page);
    expect(problems.filter((text) => !expectedProblems.some((expected) => expected.test(text)))).toEqual([]);
  },
  as: async ({ context, request, baseURL, tokens }, use) => {
    let lastAccount: Account | undefined;
    const cleared = new Set<Account>();
    await use(async (account) => {
      // Leaves open pages after their pending requests: otherwise they would notice the new sign-in and load data that the next
      // admin may not read.
      for (const page of context.pages())
        if (page.url() !== "about:blank") {
          await waitForNetworkQuiet(page);
          // A page of the same origin: after about:blank, Chromium would start another renderer process, which costs 0.2 s.
          await page.goto("/robots.txt");
        }
      const cachedToken = tokens.get(account);
      const token =
        cachedToken && (await isTokenValid(request, cachedToken)) ? cachedToken : await apiSignIn(request, account);
      tokens.set(account, token);
      lastAccount = account;
      if (!cleared.has(account)) await clearAdminSettings(request, token);
      cleared.add(account);
      await context.addCookies([{ name: "cross-riv-token", value: token, url: baseURL }]);
      return token;
    });
    // Forgets the token after a logout. The page does not wait for the response, so the session may end during the next test.
    if (lastAccount && !(await context.cookies()).some(({ name }) => name === "cross-riv-token"))
      tokens.delete(lastAccount);
  },
});

/** Minimum remaining validity in ms of a proof of identity: the longest duration of a test that needs one. */
const MIN_PROOF_LEFT_MS = 5 * 60_000;

/**
 * Returns false if a token's session has ended, for example because a test suspended the admin. Also returns false if the token's proof of
 * identity, which lasts 15 minutes, expires soon.
 */
async function isTokenValid(request: APIRequestContext, token: string): Promise<boolean> {
  const answer = await request.get("/api/v1/auth/admin/proof", { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok()) return false;
  const { proved_until } = (await answer.json()).data;
  return Date.parse(proved_until) > Date.now() + MIN_PROOF_LEFT_MS;
}

export { expect };

/**
 * Makes `page.route` wait until the route is effective. An open page applies a new route only after a short delay; earlier requests
 * bypass it. Waits until a probe request is intercepted.
 */
function makePageRouteWait(page: Page): void {
  const originalRoute = page.route.bind(page);
  const probePath = "/api/health?is-caught";
  page.route = async (...route) => {
    const registered = await originalRoute(...route);
    if (page.url() === "about:blank") return registered;
    await originalRoute(`**${probePath}`, (probeRoute) => probeRoute.fulfill({ status: 204 }));
    await expect.poll(() => page.evaluate(async (url) => (await fetch(url)).status, probePath)).toBe(204);
    return registered;
  };
}

const pendingRequests = new WeakMap<Page, Set<Request>>();
/**
 * Waits until no request was pending for 500 ms. Replaces `waitForLoadState("networkidle")`, which covers only the first load of a
 * document.
 */
export async function waitForNetworkQuiet(page: Page): Promise<void> {
  let quietSince = Date.now();
  const isQuiet = () => {
    if (pendingRequests.get(page)?.size) quietSince = Date.now();
    return Date.now() - quietSince > 500;
  };
  await expect.poll(isQuiet, { intervals: [20] }).toBe(true);
}

/** Stops the page's clock, so that results do not depend on the machine's speed. Requires `clock.install()` before the page opens. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 10_000);

/** Waits until all animations and transitions have ended, including those that start when others end. */
export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const underWay = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState !== "finished");
    for (let runningAnimations = underWay(); runningAnimations.length > 0; runningAnimations = underWay())
      await Promise.all(runningAnimations.map(({ finished }) => finished.catch(() => {})));
  });

/** Returns a promise `held` for route handlers to await, and a function `letGo` that resolves it. Unlike a delay, the promise does
 * not depend on the machine's speed. */
export function createRequestHold() {
  let release = () => {};
  const holdPromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held: holdPromise, letGo: release };
}

/** Returns a page's HTML from the server, before any script runs. @param token of the admin */
export async function fetchPageHtml(page: Page, path: string, token: string): Promise<string> {
  return (await page.request.get(path, { headers: { cookie: `cross-riv-token=${token}` } })).text();
}

/** Returns the rows of the page's only table. */
export const rows = (page: Page) => page.locator("tbody tr");

/** Waits until the page is hydrated: repeats a synthetic click until the app acknowledges it. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => {
    let isHandled = false;
    window.addEventListener("click-handled", () => {
      isHandled = true;
    });
    document.querySelector("h1")?.click();
    return isHandled;
  });
