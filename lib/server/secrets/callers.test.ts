import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { productionFiles } from "@/lib/server/testing/database-writes/production-files";

/** Files that may encrypt or hash directly, because they lock or read the secret themselves. */
const ALLOWED = /^lib\/server\/(secrets|base)\//;

it("production code encrypts and hashes only with functions that are safe during a rotation of APP_SECRET", () => {
  const unsafe = productionFiles().filter((file) => {
    const [, imported = ""] =
      /import \{([^}]*)\} from "(?:@\/lib\/server|\.)\/base\/secret"/.exec(readFileSync(file, "utf8")) ?? [];
    return !ALLOWED.test(file) && /\b(encrypt|hashIdentityNumber|identityNumberHashes)\b/.test(imported);
  });
  expect(unsafe).toEqual([]);
});
