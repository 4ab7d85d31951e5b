// @ts-check
// npm run test:browsers: tests each module in Firefox ESR and WebKitGTK (as a substitute for Safari) on the demo server: sign in,
// list, filter, open, dialog, upload, save, sign out. Fails on console errors, uncaught exceptions, pages wider than the window,
// unintended scrollbars and inputs that Safari zooms into. The tests are in scripts/browsers/modules.mjs. `-- --engines firefox`
// and `-- --only kyc,user` select some.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startFirefox } from "./browsers/firefox.mjs";
import { MODULE_TESTS } from "./browsers/modules.mjs";
import { createScreenDriver } from "./browsers/screen.mjs";
import { startWebKit } from "./browsers/webkit.mjs";
import { startDemoServer, watchForSignInCode } from "./demo-server.mjs";
import { ensureAppBuilt, ensureDependenciesInstalled, root } from "./support.mjs";

const SERVER_PORT = Number(process.env.E2E_PORT ?? 3509);
const OWNER_EMAIL = "owner@crossriverpay.example";
const OWNER_PASSWORD = "Demo-CrossRiver-2026";

const engines = chooseOption("--engines", ["firefox", "webkit"]);
const moduleNames = chooseOption("--only", Object.keys(MODULE_TESTS));
const temporaryFolder = mkdtempSync(path.join(tmpdir(), "crossriverpay-browsers-"));
const dataDir = process.env.E2E_DEMO_DIR ?? path.join(temporaryFolder, "data");
const uploadFiles = { photo: path.join(root, "docs/kyc-list.png"), csv: path.join(temporaryFolder, "people.csv") };
let failureCount = 0;

try {
  ensureDependenciesInstalled();
  ensureAppBuilt();
  // Turns simulated citizens off, because they would change lists during the tests.
  const server = await startDemoServer({ port: SERVER_PORT, dataDir, env: { SIMULATED_CITIZENS: "off" } });
  try {
    for (const name of engines) await runEngine(name, server.url);
  } finally {
    await server.stop();
  }
} catch (error) {
  failureCount++;
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(temporaryFolder, { recursive: true, force: true });
}
process.exitCode = failureCount > 0 ? 1 : 0;

/** Tests the chosen modules in one browser engine. @param {string} name @param {string} url of the server */
async function runEngine(name, url) {
  const engine = name === "firefox" ? await startFirefox() : await startWebKit(url, SERVER_PORT + 1);
  console.log(engine.name);
  try {
    for (const module of moduleNames) {
      const start = Date.now();
      const screen = createScreenDriver(engine, url);
      const problem = await testModule(screen, module).catch((error) => error);
      for (const problemText of engine.takeProblems()) screen.problems.push(problemText);
      const problems = [...new Set([...(problem ? [String(problem.message)] : []), ...screen.problems])];
      failureCount += problems.length;
      console.log(`  ${problems.length > 0 ? "✗" : "✓"} ${module}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
      for (const each of problems) console.error(`    ${each.replaceAll("\n", "\n      ")}`);
      if (problem) await screen.forget();
    }
  } finally {
    await engine.close();
  }
}

/** Signs in, tests one module and signs out. @param {import("./browsers/screen.mjs").Screen} screen @param {string} module */
async function testModule(screen, module) {
  const moduleTest = MODULE_TESTS[module];
  if (!moduleTest) throw new Error(`"${module}" is none of ${Object.keys(MODULE_TESTS).join(", ")}.`);
  await screen.open("/auth/login");
  await screen.inspect("sign-in");
  await screen.fill("Email", OWNER_EMAIL);
  await screen.fill("Password", OWNER_PASSWORD);
  const code = watchForSignInCode(dataDir);
  await screen.press("button", "Continue");
  await screen.fill("Code", await code());
  await screen.press("button", "Sign in");
  await screen.at(/^\/dashboard/);
  await screen.ready();

  // `saved=all` shows all rows. Without it, the list opens with the filter that the same admin used in the previous engine.
  await screen.open(moduleTest.filter ? `${moduleTest.list}?saved=all` : moduleTest.list);
  await screen.inspect("list");
  if (moduleTest.filter) {
    const [button, filterChoice, address] = moduleTest.filter;
    await screen.press("button", button);
    await screen.press("choice", filterChoice);
    await screen.inspect("filter");
    await screen.at(address);
    await screen.open(await screen.address());
  }
  if (moduleTest.record) {
    await screen.opensTabs(moduleTest.record);
    await screen.press("row link", "");
    await screen.at(moduleTest.record);
    await screen.inspect("record");
  }
  if (!moduleTest.record) await screen.open(moduleTest.list);
  await moduleTest.rest(screen, { ...uploadFiles, unique: `Browsers ${Date.now()}` });
  await screen.inspect("dialog and save");

  await screen.open("/dashboard");
  await screen.press("button", "Logout");
  await screen.at(/^\/auth\/login/);
}

/** Returns the comma-separated values of a command-line option. @param {string} option @param {string[]} defaultValues */
function chooseOption(option, defaultValues) {
  const optionIndex = process.argv.indexOf(option);
  return optionIndex < 0 ? defaultValues : (process.argv[optionIndex + 1] ?? "").split(",");
}
