import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type LockfilePackage = { version?: string; integrity?: string; resolved?: string; inBundle?: boolean; link?: boolean };

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const REGISTRY = "https://registry.npmjs.org/";

/** Lists packages without a SHA-512 hash, which `npm ci` could not verify, and packages from outside the npm registry. */
function listUnverified(packages: Record<string, LockfilePackage>): string[] {
  return Object.entries(packages).flatMap(([place, { integrity = "", resolved = REGISTRY, inBundle, link }]) => {
    // A bundled package is part of its parent's archive, whose hash covers it.
    const isVerified = inBundle ? !integrity : SHA512.test(integrity) && resolved.startsWith(REGISTRY) && !link;
    return !place || isVerified ? [] : [place];
  });
}

it("every package of the lockfile has a SHA-512 hash and comes from the npm registry", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  expect(listUnverified(packages)).toEqual([]);
});

it("listUnverified finds packages without a hash, with a SHA-1 hash, or from outside the npm registry", () => {
  const integrity = `sha512-${"A".repeat(86)}==`;
  expect(
    listUnverified({
      "": {},
      "node_modules/right": { integrity },
      "node_modules/right-too": { integrity, resolved: `${REGISTRY}right-too/-/right-too-1.0.0.tgz` },
      "node_modules/parent/node_modules/bundled": { inBundle: true },
      "node_modules/missing": { version: "1.0.0" },
      "node_modules/old": { integrity: `sha1-${"A".repeat(27)}=` },
      "node_modules/from-git": { integrity, resolved: "git+ssh://git@github.com/someone/from-git.git" },
      "node_modules/from-elsewhere": { integrity, resolved: "https://registry.example/from-elsewhere-1.0.0.tgz" },
    }),
  ).toEqual(["node_modules/missing", "node_modules/old", "node_modules/from-git", "node_modules/from-elsewhere"]);
});
