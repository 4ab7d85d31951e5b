import { type APIRequestContext, test as base, expect, type Page, type Request } from "@playwright/test";
import { testPort } from "./ports";
import { makeDemoDir, startServer } from "./server";
import { type Account, apiSignIn } from "./sign-in";

type Fixtures = {
  /** Signs the browser in as this admin, without the sign-in screen. */
  as: (account: Account) => Promise<string>;
  /** Console errors that a test causes on purpose, such as that of a failed call. */
  expectedProblems: RegExp[];
};
type WorkerFixtures = {
  /** Address of the worker's own server, with its own demo data: isolated from other workers. */
  server: string;
  tokens: Map<Account, string>;
};

/** Fails every test on a console error, an uncaught exception or a violation of the content security policy. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  tokens: [async ({}, use) => use(new Map()), { scope: "worker" }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { parallelIndex }) => {
      const { dataDir, removeDataDir } = makeDemoDir();
      // Tests read the mails there (mail.ts).
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
    // Pages have the server's date in `npm run test:dates` (see playwright.config.mjs).
    if (process.env.FAKETIME) await context.clock.setSystemTime(new Date());
    await use(context);
  },
  page: async ({ page, expectedProblems }, use) => {
    const open = new Set<Request>();
    underWay.set(page, open);
    page.on("request", (request) => open.add(request));
    page.on("requestfinished", (request) => open.delete(request));
    page.on("requestfailed", (request) => open.delete(request));
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || /hydrat|content security policy/i.test(message.text()))
        problems.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => problems.push(error.message));
    catchAtOnce(page);
    await use(page);
    expect(problems.filter((text) => !expectedProblems.some((expected) => expected.test(text)))).toEqual([]);
  },
  as: async ({ context, request, baseURL, tokens }, use) => {
    let last: Account | undefined;
    await use(async (account) => {
      // Open pages finish their requests, such as pictures, as the admin who opened them. Then they are left: they would notice
      // the new sign-in and reload data that the next admin may not read.
      for (const page of context.pages())
        if (page.url() !== "about:blank") {
          await quiet(page);
          await page.goto("about:blank");
        }
      const known = tokens.get(account);
      const token = known && (await isValid(request, known)) ? known : await apiSignIn(request, account);
      tokens.set(account, token);
      last = account;
      await context.addCookies([{ name: "cross-riv-token", value: token, url: baseURL }]);
      return token;
    });
    // A logout does not wait for its response: the session may end just after the test, in the middle of the next one.
    if (last && !(await context.cookies()).some(({ name }) => name === "cross-riv-token")) tokens.delete(last);
  },
});

/** Longest time of a test with calls that need a proof of identity. */
const PROOF_LEFT_MS = 5 * 60_000;

/** Another test may have ended the session, for example by suspending its admin. A proof of identity lasts 15 minutes. */
async function isValid(request: APIRequestContext, token: string): Promise<boolean> {
  const answer = await request.get("/api/v1/auth/admin/proof", { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok()) return false;
  const { proved_until } = (await answer.json()).data;
  return Date.parse(proved_until) > Date.now() + PROOF_LEFT_MS;
}

export { expect };

/**
 * Makes `page.route` wait until it is effective: an open page applies a new route a moment after Playwright, and requests in
 * between would bypass it. Waits until a probe request of the page is intercepted.
 */
function catchAtOnce(page: Page): void {
  const set = page.route.bind(page);
  const probe = "/api/health?is-caught";
  page.route = async (...route) => {
    const registered = await set(...route);
    if (page.url() === "about:blank") return registered;
    await set(`**${probe}`, (asked) => asked.fulfill({ status: 204 }));
    await expect.poll(() => page.evaluate(async (url) => (await fetch(url)).status, probe)).toBe(204);
    return registered;
  };
}

const underWay = new WeakMap<Page, Set<Request>>();
/** Waits until nothing was requested for 500 ms. `waitForLoadState("networkidle")` covers only the first load of a document. */
export async function quiet(page: Page): Promise<void> {
  let since = Date.now();
  const isQuiet = () => {
    if (underWay.get(page)?.size) since = Date.now();
    return Date.now() - since > 500;
  };
  await expect.poll(isQuiet, { intervals: [20] }).toBe(true);
}

/** Waits until all animations and transitions have ended, including those that begin when another ends. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const underWay = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState !== "finished");
    for (let moving = underWay(); moving.length > 0; moving = underWay())
      await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
  });

/** Returns a promise `held` that resolves when the test calls `letGo()`: independent of the machine's speed. */
export function hold() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { held, letGo };
}

/** Returns the server's HTML of a page, before any script runs. @param token of the admin */
export async function firstHtml(page: Page, path: string, token: string): Promise<string> {
  return (await page.request.get(path, { headers: { cookie: `cross-riv-token=${token}` } })).text();
}

/** Rows of the only table on the page. */
export const rows = (page: Page) => page.locator("tbody tr");

/** Waits until the loaded page is hydrated and handles clicks, which it acknowledges by this event. */
export const listening = (page: Page) =>
  page.waitForFunction(() => {
    let isHeard = false;
    window.addEventListener("click-handled", () => {
      isHeard = true;
    });
    document.querySelector("h1")?.click();
    return isHeard;
  });
