// @ts-check
// npm run test:browsers: tests each module in Firefox ESR and WebKitGTK (as a substitute for Safari) on the demo server: sign in,
// list, filter, open, dialog, upload, save, sign out. Fails on console errors, uncaught exceptions, pages wider than the window,
// unintended scrollbars and inputs that Safari zooms into. The tests are in scripts/browsers/modules.mjs. `-- --engines firefox`
// and `-- --only kyc,user` select some.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startFirefox } from "./browsers/firefox.mjs";
import { MODULES } from "./browsers/modules.mjs";
import { makeScreen } from "./browsers/screen.mjs";
import { startWebKit } from "./browsers/webkit.mjs";
import { expectCode, startDemoServer } from "./demo-server.mjs";
import { ensureBuilt, ensureInstalled, root } from "./support.mjs";

const PORT = Number(process.env.E2E_PORT ?? 3509);
const EMAIL = "owner@crossriverpay.example";
const PASSWORD = "Demo-CrossRiver-2026";

const engines = chosen("--engines", ["firefox", "webkit"]);
const names = chosen("--only", Object.keys(MODULES));
const folder = mkdtempSync(path.join(tmpdir(), "crossriverpay-browsers-"));
const dataDir = process.env.E2E_DEMO_DIR ?? path.join(folder, "data");
const files = { photo: path.join(root, "docs/kyc-list.png"), csv: path.join(folder, "people.csv") };
let failures = 0;

try {
  ensureInstalled();
  ensureBuilt();
  // SIMULATED_CITIZENS would change lists during the tests.
  const server = await startDemoServer({ port: PORT, dataDir, env: { SIMULATED_CITIZENS: "off" } });
  try {
    for (const name of engines) await runEngine(name, server.url);
  } finally {
    await server.stop();
  }
} catch (error) {
  failures++;
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

/** @param {string} name @param {string} url */
async function runEngine(name, url) {
  const engine = name === "firefox" ? await startFirefox() : await startWebKit(url, PORT + 1);
  console.log(engine.name);
  try {
    for (const module of names) {
      const start = Date.now();
      const screen = makeScreen(engine, url);
      const problem = await walk(screen, module).catch((error) => error);
      for (const said of engine.takeProblems()) screen.problems.push(said);
      const problems = [...new Set([...(problem ? [String(problem.message)] : []), ...screen.problems])];
      failures += problems.length;
      console.log(`  ${problems.length > 0 ? "✗" : "✓"} ${module}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
      for (const each of problems) console.error(`    ${each.replaceAll("\n", "\n      ")}`);
      if (problem) await screen.forget();
    }
  } finally {
    await engine.close();
  }
}

/** @param {import("./browsers/screen.mjs").Screen} screen @param {string} module */
async function walk(screen, module) {
  const way = MODULES[module];
  if (!way) throw new Error(`"${module}" is none of ${Object.keys(MODULES).join(", ")}.`);
  await screen.open("/auth/login");
  await screen.inspect("sign-in");
  await screen.fill("Email", EMAIL);
  await screen.fill("Password", PASSWORD);
  const code = expectCode(dataDir);
  await screen.press("button", "Continue");
  await screen.fill("Code", await code());
  await screen.press("button", "Sign in");
  await screen.at(/^\/dashboard/);
  await screen.ready();

  await screen.open(way.list);
  await screen.inspect("list");
  if (way.filter) {
    const [button, choice, address] = way.filter;
    await screen.press("button", button);
    await screen.press("choice", choice);
    await screen.inspect("filter");
    await screen.at(address);
    await screen.open(await screen.address());
  }
  if (way.record) {
    await screen.opensTabs(way.record);
    await screen.press("row link", "");
    await screen.at(way.record);
    await screen.inspect("record");
  }
  if (!way.record) await screen.open(way.list);
  await way.rest(screen, { ...files, unique: `Browsers ${Date.now()}` });
  await screen.inspect("dialog and save");

  await screen.open("/dashboard");
  await screen.press("button", "Logout");
  await screen.at(/^\/auth\/login/);
}

/** @param {string} option @param {string[]} all */
function chosen(option, all) {
  const at = process.argv.indexOf(option);
  return at < 0 ? all : (process.argv[at + 1] ?? "").split(",");
}
