import { type APIRequestContext, test as base, expect, type Page, type Request } from "@playwright/test";
import { testPort } from "./ports";
import { makeDemoDir, startServer } from "./server";
import { type Account, apiSignIn } from "./sign-in";

type Fixtures = {
  /** Opens the dashboard as this admin, without going through the sign-in screen. */
  as: (account: Account) => Promise<string>;
  /** Console errors that a test causes on purpose, such as a call that it lets fail. */
  expectedProblems: RegExp[];
};
type WorkerFixtures = {
  /** Address of the worker's own server, with demo data of its own: nothing that another worker does is seen here. */
  server: string;
  tokens: Map<Account, string>;
};

/** Every test fails on a console error, an uncaught exception or a violation of the content security policy. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  tokens: [async ({}, use) => use(new Map()), { scope: "worker" }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { parallelIndex }) => {
      const { dataDir, removeDataDir } = makeDemoDir();
      // The tests read the mails there (mail.ts).
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
    // `npm run test:dates` (see playwright.config.mjs): pages have the date of the server.
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
      // What an open page still asks for, such as its pictures, it asks for as the one who opened it. Then it is left: it
      // would notice who has signed in, and read again what they may not.
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
    // A page that logged out waits for no answer: the session may end a moment after the test, in the middle of the next.
    if (last && !(await context.cookies()).some(({ name }) => name === "cross-riv-token")) tokens.delete(last);
  },
});

/** What one test may take, and calls within it that need a proof of identity. */
const PROOF_LEFT_MS = 5 * 60_000;

/** Another test may have ended the session, by suspending its admin say; and a proof of identity serves for 15 minutes. */
async function isValid(request: APIRequestContext, token: string): Promise<boolean> {
  const answer = await request.get("/api/v1/auth/admin/proof", { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok()) return false;
  const { proved_until } = (await answer.json()).data;
  return Date.parse(proved_until) > Date.now() + PROOF_LEFT_MS;
}

export { expect };

/**
 * An open page learns a moment after Playwright that its calls are to be caught, and what it asks for in between gets by.
 * So a route of an open page counts as set when a call of the page was seen to be caught.
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
/** Nothing has been asked for half a second. `waitForLoadState("networkidle")` says so of a document's first load only. */
export async function quiet(page: Page): Promise<void> {
  let since = Date.now();
  const isQuiet = () => {
    if (underWay.get(page)?.size) since = Date.now();
    return Date.now() - since > 500;
  };
  await expect.poll(isQuiet, { intervals: [20] }).toBe(true);
}

/** Dialogs and colours have come to rest: also what set off only when another ended, as a colour that is inherited. */
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

/** What waits for `held` goes on with `letGo()`: by the test's own pace, which no machine is too slow for. */
export function hold() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { held, letGo };
}

/** What the server sends for a page, before any script runs. @param token of the admin */
export async function firstHtml(page: Page, path: string, token: string): Promise<string> {
  return (await page.request.get(path, { headers: { cookie: `cross-riv-token=${token}` } })).text();
}

/** Rows of the one table on the page. */
export const rows = (page: Page) => page.locator("tbody tr");

/** When the page that was loaded hears presses: it then says so by this event. */
export const listening = (page: Page) =>
  page.waitForFunction(() => {
    let isHeard = false;
    window.addEventListener("press-heard", () => {
      isHeard = true;
    });
    document.querySelector("h1")?.click();
    return isHeard;
  });
