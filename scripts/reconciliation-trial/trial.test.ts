import { afterAll, beforeAll, expect, it } from "vitest";
import { matchItems } from "@/lib/server/reconciliation/matching/match-items";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { checkResult } from "@/lib/server/testing/reconciliation-trial/check-result";
import { loadItems } from "@/lib/server/testing/reconciliation-trial/load-items";
import type { Trial } from "@/lib/server/testing/reconciliation-trial/trial";
import {
  countMatches,
  digestMatches,
  readToday,
  repeatMatching,
} from "@/lib/server/testing/reconciliation-trial/trial-database";
import { generateTrial } from "./generate.mjs";

// The small version of `npm run test:reconciliation`, with all kinds of faults.
let app: TestApp;
let trial: Trial;

beforeAll(async () => {
  app = await startTestApp();
  trial = generateTrial({ payments: 500, today: await readToday(app.db) });
  await loadItems(app.db, trial);
  await matchItems(app.db);
});
afterAll(() => app.stop());

it("finds every planted fault with its reason, and nothing else", async () => {
  const { problems, byRule } = await checkResult(app.db, trial);
  expect(problems).toEqual([]);
  expect(Object.keys(byRule)).toEqual([
    "amount_day_name",
    "many_to_one",
    "one_to_many",
    "provider_reference",
    "reference",
    "settlement",
  ]);
});

it("changes nothing when the same items are loaded and matched again", async () => {
  const before = [await countMatches(app.db), await digestMatches(app.db)];
  await loadItems(app.db, trial);
  await repeatMatching(app.db);
  expect(await matchItems(app.db)).toBe(0);
  expect([await countMatches(app.db), await digestMatches(app.db)]).toEqual(before);
});
