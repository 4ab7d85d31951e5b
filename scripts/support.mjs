// @ts-check
// Functions of `npm run launch`, `npm test` and other scripts. Uses only Node.js 20, because it runs before packages are installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the project's folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Files that `next build` reads. Changes of other files require no new build. */
const sources = [
  ...["app", "components", "lib", "public"],
  ...["instrumentation.ts", "middleware.ts", "next.config.mjs", "postcss.config.mjs", "tsconfig.json"],
  ...[
    "package.json",
    "package-lock.json",
    ...["compress", "standalone", "start", "check-settings", "check-health"].map((name) => `scripts/${name}.mjs`),
    ".env",
    ".env.production",
    ".env.local",
    ".env.production.local",
  ],
];

/** Paths that `sources` excludes: a file that the build writes, and a folder for tests only. */
const excludedFolders = ["public/firebase-messaging-sw.js", "lib/server/testing"];

/** Exits with a message if Node.js is older than 20.9. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 9)) return;
  console.error(
    `Node.js 24 or 22 is needed (20.9 works too), this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

/** Installs the packages of package-lock.json, unless exactly these versions are installed. */
export function ensureDependenciesInstalled() {
  if (arePackagesInstalled()) return;
  console.log("Installing packages …");
  exec("npm", ["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** Compares the lockfile with the list that npm writes when an installation completes. Returns false without that list. */
function arePackagesInstalled() {
  const note = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(note)) return false;
  const lockedPackages = readPackages(path.join(root, "package-lock.json"));
  const installedPackages = readPackages(note);
  return Object.entries(lockedPackages).every(([name, entry]) => {
    if (name === "" || !fitsThisMachine(entry)) return true;
    return installedPackages[name]?.version === entry.version && installedPackages[name]?.integrity === entry.integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[],
 * libc?: string[] }} LockfilePackage A package in a lockfile
 */

/** Returns the packages in a lockfile, by path in the project. @param {string} file @returns {Record<string, LockfilePackage>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** Returns true if npm always installs this package on this platform. @param {LockfilePackage} entry */
function fitsThisMachine(entry) {
  if (!entry.optional) return true;
  if (!entry.os || !entry.cpu || entry.libc) return false;
  return entry.os.includes(process.platform) && entry.cpu.includes(process.arch);
}

/** Builds the app, unless the last successful build had the same sources. */
export function ensureAppBuilt() {
  buildIfChanged(".next", "Building the app, which takes a minute …", () =>
    exec("npm", ["run", "build"], { NODE_ENV: "production", COMPONENTS_PAGE: "" }),
  );
}

/** Installs the packages and builds the app, if necessary. */
export function ensureInstalledAndBuilt() {
  ensureDependenciesInstalled();
  ensureAppBuilt();
}

/** Builds the page of all components, without any other page, in a separate folder. */
export function ensureComponentsPageBuilt() {
  const page = "app/(components)/components/page.gallery.tsx,app/icon.svg";
  buildIfChanged(".next-components", "Building the page of all components …", () =>
    exec("npx", ["next", "build", "--debug-build-paths", page], { NODE_ENV: "production", COMPONENTS_PAGE: "on" }),
  );
}

/**
 * Runs `runBuild` if the sources have changed since the last build. Prints `words` before the build.
 * @param {string} folder
 * @param {string} words
 * @param {() => void} runBuild
 */
function buildIfChanged(folder, words, runBuild) {
  const note = path.join(root, folder, "built-from");
  const hash = hashSources();
  if (existsSync(note) && readFileSync(note, "utf8") === hash) return;
  console.log(words);
  // Removes the stored hash before the build and writes it afterwards, so that an interrupted build is repeated.
  rmSync(note, { force: true });
  runBuild();
  writeFileSync(note, hash);
}

function hashSources() {
  const hash = createHash("sha256").update(process.version);
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith("NEXT_PUBLIC_")) hash.update(`${name}=${value}\0`); // The build inlines these variables.
  }
  for (const file of sources.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

/** Lists the files below a path, without tests. @param {string} name path from the root @returns {string[]} */
function listFiles(name) {
  const fileStat = statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!fileStat || /\.test\.tsx?$/.test(name) || excludedFolders.includes(name)) return [];
  if (fileStat.isFile()) return [name];
  return readdirSync(path.join(root, name))
    .sort()
    .flatMap((child) => listFiles(`${name}/${child}`));
}

const BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Names of Chromium without a user interface, in which tests take half the time. It does not support push notifications. */
const HEADLESS_SHELL_NAMES = ["chromium-headless-shell"];
/** Returns the path of an installed Chromium or Chrome; undefined if there is none. */
export const findChromium = () => findFirstOnPath(BROWSER_NAMES);
/** Returns the path of an installed headless Chromium; undefined if there is none. */
export const findHeadlessShell = () => findFirstOnPath(HEADLESS_SHELL_NAMES);

/** Returns the first program in PATH that starts. Ubuntu's chromium-browser may exist without starting. @param {string[]} names */
function findFirstOnPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file) && spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0);
}

/** Installs Chromium and, on Debian, its headless shell for the end-to-end tests, if missing. */
export function ensureChromium() {
  const hasBrowser = !!findChromium();
  if (hasBrowser && findHeadlessShell()) return;
  const isRoot = process.getuid?.() === 0;
  const osRelease = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  if (isRoot && /^ID=debian$/m.test(osRelease)) {
    console.log("Installing Chromium …");
    try {
      exec("apt-get", ["update", "-q"]);
      const packages = ["chromium", ...HEADLESS_SHELL_NAMES];
      exec("apt-get", ["install", "-y", "-q", ...packages], { DEBIAN_FRONTEND: "noninteractive" });
    } catch (error) {
      if (!hasBrowser) throw error;
      console.warn("The headless shell can't be installed: the end-to-end tests take twice as long in Chromium.");
    }
  } else if (!hasBrowser) {
    console.log("Installing Chromium …");
    // Installs browser and shell by Playwright, because Ubuntu's package is a snap, which servers and containers can't run.
    exec("npx", ["playwright", "install", ...(isRoot ? ["--with-deps"] : []), "chromium"]);
  }
}

/**
 * Runs a program in the root folder without printing its output.
 * @param {string} program @param {string[]} args @param {Record<string, string>} variables @throws with its output if it fails
 */
function exec(program, args, variables = {}) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...variables };
  const result = spawnSync(program, args, { cwd: root, env, encoding: "utf8", maxBuffer: 100_000_000 });
  if (result.status === 0) return;
  const programOutput = `${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`;
  throw new Error(`${programOutput}\nThis failed: ${[program, ...args].join(" ")}`);
}

/**
 * Bundles a server module and runs it in Node.js, outside Next.js, with the arguments of this process.
 * @param {string} entry path from the root
 * @param {(folder: string) => Record<string, string>} [environment] returns further environment variables; `folder` is temporary
 * @returns {number} the exit code
 */
export function runBundledModule(entry, environment = () => ({})) {
  checkNodeVersion();
  ensureDependenciesInstalled();
  const folder = mkdtempSync(path.join(root, "node_modules/.run-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const program = path.join(folder, "main.mjs");
  const built = spawnSync(
    path.join(root, "node_modules/.bin/esbuild"),
    [
      entry,
      "--bundle",
      "--platform=node",
      "--format=esm",
      "--packages=external",
      `--outfile=${program}`,
      "--log-level=warning",
    ],
    { cwd: root, stdio: "inherit" },
  );
  if (built.status !== 0) return 1;
  // The condition react-server is necessary, because the package server-only throws without it.
  const run = spawnSync(
    process.execPath,
    ["--conditions=react-server", "--enable-source-maps", program, ...process.argv.slice(2)],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...environment(folder) } },
  );
  return run.status ?? 1;
}
