// @ts-check
// Builds and serves an empty app with the same version of Next.js, as baseline of the page benchmark.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./support.mjs";

/** Files of the empty app. Turbopack's root is the file system's root, because `node_modules` links to a folder outside the app. */
const APP_FILES = {
  "package.json": "{}",
  "next.config.mjs": `import path from "node:path";
export default { turbopack: { root: path.parse(process.cwd()).root } };`,
  "app/layout.js": `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  "app/page.js": `export default () => <main><h1>Empty</h1></main>;`,
  "app/from/page.js": `import Link from "next/link";
export default () => <Link href="/to" prefetch={false}>Next page</Link>;`,
  "app/to/page.js": `export const dynamic = "force-dynamic";
export default () => <main><h1>Next page</h1></main>;`,
};

/**
 * Builds the app in a temporary folder, without the project's settings, and serves it.
 * @param {number} port @returns {Promise<{ url: string, stop: () => void }>} once it responds
 * @throws if it can't be built or does not respond within 30 s
 */
export async function startEmptyApp(port) {
  const folder = mkdtempSync(path.join(tmpdir(), "crossriverpay-empty-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const name of Object.keys(APP_FILES)) mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "dir");
  for (const [name, text] of Object.entries(APP_FILES)) writeFileSync(path.join(folder, name), text);
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: /** @type {const} */ ("production"), NEXT_TELEMETRY_DISABLED: "1" };
  const built = spawnSync(process.execPath, [next, "build"], { cwd: folder, env, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`The empty app can't be built:\n${built.stdout}${built.stderr}`);
  const server = spawn(process.execPath, [next, "start", "-p", String(port)], { cwd: folder, env, stdio: "ignore" });
  const stop = () => void server.kill("SIGTERM");
  process.on("exit", stop);
  const url = `http://localhost:${port}`;
  for (const deadline = Date.now() + 30_000; !(await fetch(url).catch(() => null))?.ok; ) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`The empty app does not answer. Is port ${port} taken?`);
    await delay(100);
  }
  return { url, stop };
}
