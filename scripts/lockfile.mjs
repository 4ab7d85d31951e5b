// @ts-check
// npm run lockfile, after `npm install`: adds the packages of other platforms to the lockfile. A registry with only one
// platform's packages omits them, and `npm ci` then refuses the lockfile. Uses the exact versions in their parents'
// dependencies. Adds no hashes, which only a full registry knows: scripts/lockfile.test.ts fails for such packages. To add the hashes,
// remove these entries and run `npm install --package-lock-only --ignore-scripts` with the npm registry.
import { readFileSync, writeFileSync } from "node:fs";

const CPU_NAMES = ["arm64", "x64", "ia32", "riscv64", "ppc64", "s390x", "loong64", "wasm32", "arm"];
const SYSTEM_NAMES = { darwin: "darwin", win32: "win32", android: "android", freebsd: "freebsd", linux: "linux" };

/** @typedef {{ version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} Entry */

/** @type {{ packages: Record<string, Entry & Record<string, unknown>> }} */
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

for (const [place, entry] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {}))
    if (!isPackageInLockfile(place, name)) {
      lock.packages[`node_modules/${name}`] = { version: toExact(name, version), ...osAndCpu(name), ...devFlag(entry) };
      console.log(`added ${name}@${version}`);
    }

const packages = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);

/** Searches parent folders like Node.js does. @param {string} place @param {string} name */
function isPackageInLockfile(place, name) {
  for (let parentPath = place; ; parentPath = parentPath.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    if (lock.packages[`${parentPath ? `${parentPath}/` : ""}node_modules/${name}`]) return true;
    if (!parentPath) return false;
  }
}

/** @param {string} name @param {string} version */
function toExact(name, version) {
  if (/^\d/.test(version)) return version;
  throw new Error(`${name} is asked for as ${version}: choose its version by hand.`);
}

/** @param {string} name */
function osAndCpu(name) {
  const system = Object.entries(SYSTEM_NAMES).find(([word]) => name.includes(word))?.[1];
  const cpu = CPU_NAMES.find((word) => name.includes(word));
  const libc = name.includes("musl") && { libc: ["musl"] };
  return { ...(cpu && { cpu: [cpu] }), ...libc, optional: true, ...(system && { os: [system] }) };
}

/** @param {Entry} entry */
function devFlag(entry) {
  return entry.dev ? { dev: true } : {};
}
