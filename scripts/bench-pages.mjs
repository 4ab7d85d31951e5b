// @ts-check
// npm run bench:pages [-- --loads 3 --navigations 3 --only users,sign-in --conditions unslowed]: see docs/bench.md. Serves the built app with
// demo data, and an empty Next.js app as baseline. Loads their pages in turn with an empty cache, and prints times and sizes of each page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { signIn, startDemoServer } from "./demo-server.mjs";
import { startEmptyApp } from "./empty-app.mjs";
import { NAVIGATION_CASES, REFERENCE_NAVIGATION } from "./navigation-ways.mjs";
import { LOAD_CONDITIONS, measurePageLoad } from "./page-load.mjs";
import { measureNavigation } from "./page-navigation.mjs";
import { checkNodeVersion, ensureDependenciesInstalled, findChromium, findHeadlessShell } from "./support.mjs";

/** @typedef {import("./page-load.mjs").Target} Target @typedef {import("./page-load.mjs").Load} Load */

/** Selector of a loaded row of a table or list. Skeleton rows do not match: they are hidden from screen readers. */
const ROWS = "main :is(tbody tr td, [aria-label] > li):not(:has([aria-hidden].animate-pulse))";
/** Paths of the lists to measure, by name in the report. */
const LIST_PATHS = {
  kyc: "kyc-management",
  users: "user-management/users",
  groups: "user-management/user-groups",
  transactions: "transactions/all",
  methods: "transactions/payment-methods",
  reports: "ireports/all",
  events: "event-management/events",
  tickets: "event-management/events/tickets",
  announcements: "content-management/announcements",
  cultures: "content-management/culture",
  promotions: "promotions/all",
  programmes: "grants/programmes",
  applications: "grants/applications",
  payouts: "grants/payouts",
  "audit-trail": "system-logs/audit-trails",
  activities: "system-logs/user-activities/all",
  admins: "roles-and-permissions/admin-users",
  faq: "app-config/faq",
  notifications: "app-config/notifications",
  "emergency-numbers": "app-config/emergency-numbers",
};
/** Limits by page: `ratio`: load time as a multiple of the empty page's; `kb`: compressed size of scripts. */
const PAGE_LIMITS = { "sign-in": { ratio: 2, kb: 150 }, list: { ratio: 2.5, kb: 190 } };

/** Expected duration of a navigation, as a multiple of the empty app's. More than twice this value fails the run. */
const NAVIGATION_LIMIT = 2.5;

const { values: options } = parseArgs({
  options: {
    loads: { type: "string", default: "7" },
    /** Number of times that each navigation is measured; 0 skips them. */
    navigations: { type: "string", default: "7" },
    only: { type: "string" },
    conditions: { type: "string" },
    port: { type: "string", default: "3392" },
    /** Folder in which the demo data is kept for the next run; default: a temporary folder. */
    data: { type: "string" },
  },
});
checkNodeVersion();
ensureDependenciesInstalled();
// Imported here, because `ensureDependenciesInstalled` may just have installed Playwright.
const { chromium } = await import("@playwright/test");
const dataDir = options.data ?? mkdtempSync(path.join(tmpdir(), "crossriverpay-pages-"));
process.on("SIGINT", () => process.exit(1));
const port = Number(options.port);
const server = await startDemoServer({ port, dataDir, env: { SIMULATED_CITIZENS: "off" } });
const emptyApp = await startEmptyApp(port + 1);
const browser = await chromium.launch({
  executablePath: findHeadlessShell() ?? findChromium(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

const emptyPageTarget = { name: "empty", address: emptyApp.url, shows: "h1" };
const token = await signIn(server.url, dataDir, "owner");
const pageTargets = await buildPageTargets(token);
const wantedConditions = (options.conditions ?? Object.keys(LOAD_CONDITIONS).join()).split(",");
const conditions = /** @type {(keyof typeof LOAD_CONDITIONS)[]} */ (Object.keys(LOAD_CONDITIONS)).filter((condition) =>
  wantedConditions.some((prefix) => condition.startsWith(prefix)),
);
/** Size of scripts in KB by page. Measured in an extra first load whose times are not recorded, which also warms up the server. */
const pageWeights = new Map();
for (const target of [emptyPageTarget, ...pageTargets])
  pageWeights.set(target.name, (await measurePageLoad(browser, target, "unslowed", { weigh: true })).kb);
for (const condition of conditions) await measureCondition(condition);
if (Number(options.navigations) > 0) await measureNavigations();

await browser.close();
emptyApp.stop();
await server.stop();
if (!options.data) rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });

/** Measures and prints all pages under one condition. Loads them in turn, so that other load on the machine affects all alike. @param {keyof typeof LOAD_CONDITIONS} condition */
async function measureCondition(condition) {
  /** Measurements of each page under this condition, by page name. @type {Map<string, Load[]>} */
  const loads = new Map([emptyPageTarget, ...pageTargets].map(({ name }) => [name, []]));
  for (let turn = 0; turn < Number(options.loads); turn++)
    for (const target of [emptyPageTarget, ...pageTargets])
      loads.get(target.name)?.push(await measurePageLoad(browser, target, condition));
  console.log(`\n**${condition}**, medians of ${options.loads}\n`);
  console.log("| page | ready | ready, ms | first paint, ms | blocked, ms | scripts, KB | requests | shift | |");
  console.log(`|---${"|---".repeat(8)}|`);
  /** Returns the median of one measurement of a page. @param {string} name @param {keyof Load} measureName */
  const median = (name, measureName) => {
    const sortedValues = (loads.get(name) ?? []).map((pageLoad) => pageLoad[measureName]).sort((a, b) => a - b);
    return sortedValues[Math.floor(sortedValues.length / 2)] ?? 0;
  };
  for (const { name } of [emptyPageTarget, ...pageTargets]) {
    /** Returns the median of this page divided by the median of the empty page. @param {keyof Load} measureName */
    const ratioToEmpty = (measureName) => median(name, measureName) / Math.max(median("empty", measureName), 1);
    const ratio = ratioToEmpty("ready");
    const limit = PAGE_LIMITS[name === "sign-in" ? name : "list"];
    const kb = pageWeights.get(name) ?? 0;
    const missedLimits = [
      condition === "unslowed" && ratio > limit.ratio && `**${limit.ratio}**`,
      kb > limit.kb && `**${limit.kb} KB**`,
      median(name, "shift") >= 0.02 && "**shift**",
    ].filter(Boolean);
    const cells = [
      name,
      ratio.toFixed(1),
      median(name, "ready").toFixed(0),
      `${median(name, "paint").toFixed(0)} (${ratioToEmpty("paint").toFixed(1)})`,
      `${median(name, "blocked").toFixed(0)} (${ratioToEmpty("blocked").toFixed(1)})`,
      kb.toFixed(0),
      median(name, "requests"),
      median(name, "shift").toFixed(3),
      name === "empty" || missedLimits.length === 0 ? "" : `over ${missedLimits.join(", ")}`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/**
 * Measures and prints all navigations. Runs them in turn, so that other load on the machine affects all alike. Fails the run if a
 * navigation takes more than twice its expected time.
 */
async function measureNavigations() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: "cross-riv-token", value: token, url: server.url }]);
  const page = await context.newPage();
  const ways = [REFERENCE_NAVIGATION, ...NAVIGATION_CASES];
  /** Measurements of each navigation, by navigation name. @type {Map<string, import("./page-navigation.mjs").Navigation[]>} */
  const navigations = new Map(ways.map(({ name }) => [name, []]));
  // Does not count the first round, which loads code and warms up the server.
  for (let turn = 0; turn <= Number(options.navigations); turn++)
    for (const way of ways) {
      const navigation = await measureNavigation(page, way === REFERENCE_NAVIGATION ? emptyApp.url : server.url, way);
      if (turn > 0) navigations.get(way.name)?.push(navigation);
    }
  await context.close();
  /** Returns the median time of a navigation in ms. @param {string} name */
  const median = (name) => {
    const sortedTimes = (navigations.get(name) ?? []).map(({ painted }) => painted).sort((a, b) => a - b);
    return sortedTimes[Math.floor(sortedTimes.length / 2)] ?? 0;
  };
  const reference = median(REFERENCE_NAVIGATION.name);
  console.log(`\n**warm navigation**, medians of ${options.navigations}\n`);
  console.log("| way | painted, ms | times the reference | with a skeleton | |\n|---|---|---|---|---|");
  for (const { name } of ways) {
    const ratio = median(name) / reference;
    const isMissed = ratio > 2 * NAVIGATION_LIMIT;
    if (isMissed) process.exitCode = 1;
    const skeletons = navigations.get(name)?.filter(({ skeleton }) => skeleton).length;
    const note = isMissed ? `over **2 × ${NAVIGATION_LIMIT}**` : "";
    console.log(`| ${name} | ${median(name).toFixed(0)} | ${ratio.toFixed(1)} | ${skeletons} | ${note} |`);
  }
}

/** Returns the dashboard's pages to measure, filtered by `--only`. @param {string} token @returns {Promise<Target[]>} */
async function buildPageTargets(token) {
  const cookie = { name: "cross-riv-token", value: token };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/v1/kyc`, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { data } = await answer.json();
  const dashboard = `${server.url}/dashboard`;
  const sortedValues = [
    { name: "sign-in", address: `${server.url}/auth/login`, shows: "input[type=email]" },
    { name: "home", address: dashboard, shows: "main h2 + p", cookie },
    ...Object.entries(LIST_PATHS).map(([name, at]) => ({ name, address: `${dashboard}/${at}`, shows: ROWS, cookie })),
    { name: "a case", address: `${dashboard}/kyc-management/${data.items[0].id}`, shows: "main h1", cookie },
  ];
  const onlyNames = options.only?.split(",");
  return sortedValues.filter(({ name }) => !onlyNames || onlyNames.includes(name));
}
