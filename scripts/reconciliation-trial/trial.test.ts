import { afterAll, beforeAll, expect, it } from "vitest";
import { matchOpenItems } from "@/lib/server/reconciliation/matching/match-items";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { checkResult } from "@/lib/server/testing/reconciliation-trial/check-result";
import { loadLedger } from "@/lib/server/testing/reconciliation-trial/load-ledger";
import { loadSources, startTrial, type TrialCall } from "@/lib/server/testing/reconciliation-trial/load-trial";
import type { ReconciliationTrial } from "@/lib/server/testing/reconciliation-trial/trial";
import {
  countMatches,
  digestMatches,
  readToday,
  repeatMatching,
} from "@/lib/server/testing/reconciliation-trial/trial-database";
import { generateTrial } from "./generate.mjs";

// Runs a small version of `npm run test:reconciliation`, with all kinds of faults.
let app: TestApp;
let trial: ReconciliationTrial;
let load: () => Promise<void>;

beforeAll(async () => {
  app = await startTestApp();
  trial = generateTrial({ payments: 500, today: await readToday(app.db) });
  const { id, token } = await makeAdmin(app);
  const call: TrialCall = async (path, body) => {
    const { status, json } = await app.call("POST", path, { token, body });
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json.data;
  };
  await loadLedger(app.url, trial, id);
  const accountId = await startTrial(call, trial);
  load = () => loadSources(app.db, call, trial, accountId);
  await load();
  await matchOpenItems(app.db);
});
afterAll(() => app.stop());

it("the reconciliation finds every planted fault with its reason, and no other exception", async () => {
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

it("loading and matching the items of the reconciliation again changes nothing", async () => {
  const before = [await countMatches(app.db), await digestMatches(app.db)];
  await load();
  await repeatMatching(app.db);
  expect(await matchOpenItems(app.db)).toBe(0);
  expect([await countMatches(app.db), await digestMatches(app.db)]).toEqual(before);
});
