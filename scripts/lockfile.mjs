// @ts-check
// npm run lockfile: run it after `npm install` from a registry that has packages for one platform only. Adds the optional packages of other
// platforms to the lockfile, because `npm ci` refuses a lockfile without them. Takes their exact versions from the packages that depend on
// them. Adds no hashes, so scripts/lockfile.test.ts fails for the added entries. To get the hashes, remove these entries and run
// `npm install --package-lock-only --ignore-scripts` with the npm registry.
import { readFileSync, writeFileSync } from "node:fs";

const CPU_NAMES = ["arm64", "x64", "ia32", "riscv64", "ppc64", "s390x", "loong64", "wasm32", "arm"];
const SYSTEM_NAMES = { darwin: "darwin", win32: "win32", android: "android", freebsd: "freebsd", linux: "linux" };

/** @typedef {{ version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} LockfilePackage A package in the lockfile */

/** @type {{ packages: Record<string, LockfilePackage & Record<string, unknown>> }} */
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

for (const [place, entry] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {}))
    if (!isPackageInLockfile(place, name)) {
      lock.packages[`node_modules/${name}`] = { version: toExact(name, version), ...osAndCpu(name), ...devFlag(entry) };
      console.log(`added ${name}@${version}`);
    }

const packages = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);

/** Searches the package in `node_modules` of this folder and its parents, like Node.js. @param {string} place @param {string} name */
function isPackageInLockfile(place, name) {
  for (let parentPath = place; ; parentPath = parentPath.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    if (lock.packages[`${parentPath ? `${parentPath}/` : ""}node_modules/${name}`]) return true;
    if (!parentPath) return false;
  }
}

/** Returns the version if it is exact, such as 1.2.3. @param {string} name @param {string} version @throws for a range */
function toExact(name, version) {
  if (/^\d/.test(version)) return version;
  throw new Error(
    `${name} is required as ${version}, which is a range. Add an exact version to the lockfile manually.`,
  );
}

/** Returns the lockfile's platform fields, guessed from the package's name. @param {string} name */
function osAndCpu(name) {
  const system = Object.entries(SYSTEM_NAMES).find(([word]) => name.includes(word))?.[1];
  const cpu = CPU_NAMES.find((word) => name.includes(word));
  const libc = name.includes("musl") && { libc: ["musl"] };
  return { ...(cpu && { cpu: [cpu] }), ...libc, optional: true, ...(system && { os: [system] }) };
}

/** Returns `dev: true` if the parent package is only needed for development. @param {LockfilePackage} entry */
function devFlag(entry) {
  return entry.dev ? { dev: true } : {};
}
