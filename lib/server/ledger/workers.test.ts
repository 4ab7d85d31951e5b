import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { Refusal } from "@/lib/server/api/errors";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { connectWithLongTimeout } from "@/lib/server/testing/database";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { type LedgerEntryDraft, type PostedLedgerEntry, postLedgerEntry } from "./post";
import { reverseLedgerEntry } from "./reverse";
import { verifyLedger } from "./verify";

/**
 * Number of workers that post, refund and reverse in parallel, and send every request twice. Full run (docs/rules.md, Numbers):
 * `LEDGER_STEPS=2000 npx vitest run lib/server/ledger/workers`.
 */
const WORKER_COUNT = 50;
const STEPS_PER_WORKER = Number(process.env.LEDGER_STEPS ?? 12);
const WALLET_COUNT = 12;
const START_BALANCE = 50_000;

let app: TestApp;
let manyConnections: ReturnType<typeof connectWithLongTimeout>;
beforeAll(async () => {
  app = await startTestApp();
  manyConnections = connectWithLongTimeout(app.url, WORKER_COUNT);
});
afterAll(async () => {
  await manyConnections.pool.end();
  await app.stop();
});

/** Returns a random number generator that gives the same numbers for the same seed. */
const createRandom = (seed: number) => {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
};

it(
  "50 parallel ledger writers keep the sum of all balances at zero, post each entry exactly once, and cause no deadlock",
  async () => {
    const wallets = [];
    for (let index = 0; index < WALLET_COUNT; index++) wallets.push((await makeUser(app)).id);
    for (const id of wallets) await fundAccount(app.db, id, START_BALANCE);
    const accounts = [...wallets, IDS.fee_income, IDS.suspense, IDS.promotions_pool];
    /** Expected postings of each confirmed ledger entry, by the entry's key. */
    const acknowledged = new Map<string, LedgerEntryDraft["postings"]>();
    const outcomes = { posted: 0, repeated: 0, refused: 0 };

    const postAndRecord = async (
      key: string,
      run: () => Promise<PostedLedgerEntry>,
      postings: LedgerEntryDraft["postings"],
    ) => {
      const answers = await Promise.allSettled([run(), run()]);
      for (const answer of answers) {
        if (answer.status === "fulfilled") {
          acknowledged.set(key, postings);
          outcomes[answer.value.isNew ? "posted" : "repeated"]++;
        } else if (answer.reason instanceof Refusal && answer.reason.status === 409) outcomes.refused++;
        else throw answer.reason;
      }
      return answers.find((answer) => answer.status === "fulfilled")?.value.entry.id;
    };

    const runWorker = async (worker: number) => {
      const random = createRandom(worker + 1);
      const account = () => accounts[random(accounts.length)] ?? IDS.suspense;
      const ownEntries: { id: string; postings: LedgerEntryDraft["postings"] }[] = [];
      for (let step = 0; step < STEPS_PER_WORKER; step++) {
        const source = { type: "test", id: uuid() };
        const earlierEntry = ownEntries[random(Math.max(ownEntries.length, 1))];
        if (earlierEntry && random(4) === 0) {
          const reversedPostings = earlierEntry.postings.map((each) => ({ ...each, amount: -each.amount }));
          const actor = { source, description: "Taken back", postedBy: null };
          await postAndRecord(
            `reversal:${earlierEntry.id}`,
            () => manyConnections.db.transaction((tx) => reverseLedgerEntry(tx, earlierEntry.id, actor)),
            reversedPostings,
          );
          continue;
        }
        // A payment with a fee, a refund with two recipients, or a simple transfer: up to four accounts in any order.
        const amount = 1 + random(4_000);
        const otherAccounts = [account(), account(), account()].slice(0, 1 + random(3));
        const postings = [
          { accountId: account(), amount: -amount * otherAccounts.length },
          ...otherAccounts.map((accountId) => ({ accountId, amount })),
        ];
        const key = `work:${worker}:${step}`;
        const draft: LedgerEntryDraft = {
          key,
          kind: "transfer",
          description: "Work",
          source,
          postedBy: null,
          postings,
        };
        const id = await postAndRecord(
          key,
          () => manyConnections.db.transaction((tx) => postLedgerEntry(tx, draft)),
          postings,
        );
        if (id) ownEntries.push({ id, postings });
      }
    };
    await Promise.all(Array.from({ length: WORKER_COUNT }, (_, worker) => runWorker(worker)));

    const verification = await verifyLedger(app.db);
    expect(verification).toMatchObject({ total: 0, faults: [] });
    expect(outcomes.posted).toBe(acknowledged.size);
    expect(verification.entries).toBe(acknowledged.size + WALLET_COUNT);
    expect(outcomes.posted + outcomes.repeated + outcomes.refused).toBe(WORKER_COUNT * STEPS_PER_WORKER * 2);
    expect(Math.min(outcomes.posted, outcomes.repeated, outcomes.refused)).toBeGreaterThan(0);
    for (const id of accounts) {
      const expectedBalance = [...acknowledged.values()]
        .flat()
        .reduce((sum, each) => sum + (each.accountId === id ? each.amount : 0), 0);
      expect(await balanceOf(app.db, id)).toBe(expectedBalance + (wallets.includes(id) ? START_BALANCE : 0));
    }
    const deadlocks = await app.db.execute<{ count: number }>(
      sql`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
    );
    expect(deadlocks.rows[0]?.count).toBe(0);
    expect(await app.db.$count(ledgerEntries, eq(ledgerEntries.kind, "reversal"))).toBeGreaterThan(0);
  },
  Math.max(120_000, STEPS_PER_WORKER * 5_000),
);
