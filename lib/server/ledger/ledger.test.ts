import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS, SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerAccounts, ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import {
  type LedgerEntryDraft,
  LedgerKeyConflict,
  type LedgerPosting,
  postLedgerEntries,
  postLedgerEntry,
} from "./post";
import { readLedgerEntryWithPostings, reverseLedgerEntry } from "./reverse";
import { verifyLedger } from "./verify";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const draft = (postings: LedgerPosting[], overrides: Partial<LedgerEntryDraft> = {}): LedgerEntryDraft => ({
  key: `test:${uuid()}`,
  kind: "transfer",
  description: "A test",
  source: { type: "test", id: "00000000-0000-7000-8000-00000000000f" },
  postedBy: null,
  postings,
  ...overrides,
});
const movePostings = (from: string, to: string, amount: number): LedgerPosting[] => [
  { accountId: from, amount: -amount },
  { accountId: to, amount },
];
const postDraft = (entry: LedgerEntryDraft) => app.db.transaction((tx) => postLedgerEntry(tx, entry));
const reverseById = (entryId: string, actor = uuid()) =>
  app.db.transaction((tx) =>
    reverseLedgerEntry(tx, entryId, { source: { type: "test", id: actor }, description: "Taken back", postedBy: null }),
  );
/** Returns PostgreSQL's own error message, without the driver's wrapper. */
const sqlError = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => null,
    (thrown: Error) => thrown,
  );
  return error && String((error.cause as Error | undefined)?.message ?? error.message);
};
const expectNoFaults = async () => expect((await verifyLedger(app.db)).faults).toEqual([]);

describe("accounts", () => {
  it("a new database has five system ledger accounts, and creating a user adds a wallet", async () => {
    const system = await app.db.select().from(ledgerAccounts).where(sql`code is not null`).orderBy(ledgerAccounts.id);
    expect(system.map(({ id, code }) => [code, id])).toEqual(SYSTEM_ACCOUNTS.map((code) => [code, IDS[code]]));
    const user = await makeUser(app);
    const [wallet] = await app.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, user.id));
    expect(wallet).toMatchObject({ id: user.id, side: "credit", balance: 0, postings: 0, mayBeNegative: false });
  });
});

describe("entry", () => {
  it("posting a ledger entry moves money between accounts and stores the resulting balance with each posting", async () => {
    const user = await makeUser(app);
    const before = await balanceOf(app.db, IDS.settlement_float);
    await fundAccount(app.db, user.id, 150_000);
    const { entry } = await postDraft(draft(movePostings(user.id, IDS.fee_income, 50_000)));
    expect(await balanceOf(app.db, user.id)).toBe(100_000);
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(before + 150_000);
    const { postings } = await readLedgerEntryWithPostings(app.db, entry.id);
    expect(postings).toMatchObject([
      { accountId: user.id, amount: -50_000, balanceAfter: 100_000, seq: 2 },
      { accountId: IDS.fee_income, amount: 50_000 },
    ]);
    await expectNoFaults();
  });

  it("a ledger entry that would make a balance negative is refused, and nothing is stored", async () => {
    const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
    await fundAccount(app.db, user.id, 100);
    const entry = draft(movePostings(user.id, IDS.fee_income, 101));
    await expect(postDraft(entry)).rejects.toMatchObject({
      status: 409,
      message:
        "The user's wallet does not have enough money for this. Ask an admin who may read users. Nothing was moved.",
      figures: {
        message: "Ada Obi's wallet holds ₦1.00; this needs ₦1.01. Nothing was moved.",
        of: "User Management",
      },
    });
    expect(await app.db.$count(ledgerEntries, eq(ledgerEntries.key, entry.key))).toBe(0);
  });

  it("a ledger entry is allowed if a balance is negative only between two of its postings", async () => {
    const user = await makeUser(app);
    const postings = [...movePostings(user.id, IDS.fee_income, 500), ...movePostings(IDS.suspense, user.id, 500)];
    await expect(postDraft(draft(postings))).resolves.toMatchObject({ isNew: true });
    expect(await balanceOf(app.db, user.id)).toBe(0);
  });

  it("a ledger entry is posted once per idempotency key; a different entry with the same key is rejected", async () => {
    const user = await makeUser(app);
    const entry = draft(movePostings(IDS.suspense, user.id, 700));
    const first = await postDraft(entry);
    const repeatedPost = await postDraft(entry);
    expect([first.isNew, repeatedPost.isNew]).toEqual([true, false]);
    expect(repeatedPost.entry.id).toBe(first.entry.id);
    expect(await balanceOf(app.db, user.id)).toBe(700);
    await expect(postDraft({ ...entry, kind: "adjust" })).rejects.toThrow(LedgerKeyConflict);
  });

  it.each([
    [
      "amounts that do not sum to zero",
      (id: string) => [...movePostings(IDS.suspense, id, 5), ...movePostings(IDS.suspense, id, 5)].slice(1),
    ],
    ["a single posting", (id: string) => [{ accountId: id, amount: 0 }]],
    ["a fraction of a kobo", (id: string) => movePostings(IDS.suspense, id, 0.5)],
  ])("posting a ledger entry fails for %s", async (_, postings) => {
    const user = await makeUser(app);
    await expect(postDraft(draft(postings(user.id)))).rejects.toThrow("does not balance");
  });
});

describe("reversal", () => {
  it("a reversal mirrors the postings of its ledger entry, contains its id, and can be made only once", async () => {
    const user = await makeUser(app);
    const { entry } = await fundAccount(app.db, user.id, 900);
    const actor = uuid();
    const { entry: reversal } = await reverseById(entry.id, actor);
    expect(reversal).toMatchObject({ kind: "reversal", reversalOf: entry.id });
    expect(await balanceOf(app.db, user.id)).toBe(0);
    expect((await reverseById(entry.id, actor)).isNew).toBe(false);
    await expect(reverseById(entry.id)).rejects.toMatchObject({
      status: 409,
      message: "This entry is reversed already.",
    });
    await expect(reverseById(reversal.id)).rejects.toMatchObject({ status: 409 });
    await expectNoFaults();
  });

  it("reversing a ledger entry is refused if the account has already spent the money", async () => {
    const [from, to] = [await makeUser(app), await makeUser(app)];
    const { entry } = await fundAccount(app.db, from.id, 900);
    await postDraft(draft(movePostings(from.id, to.id, 1)));
    await expect(reverseById(entry.id)).rejects.toMatchObject({
      status: 409,
      figures: { message: expect.stringContaining("holds ₦8.99"), of: "User Management" },
    });
  });

  it("reversing a ledger entry eight times in parallel succeeds only once", async () => {
    const user = await makeUser(app);
    const { entry } = await fundAccount(app.db, user.id, 900);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => reverseById(entry.id)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balanceOf(app.db, user.id)).toBe(0);
  });
});

describe("database rules", () => {
  const insertRawEntry = (
    tx: Transaction,
    postings: LedgerPosting[],
    overrides: Partial<typeof ledgerPostings.$inferInsert> = {},
  ) => insertRaw(tx, uuid(), postings, overrides);

  /** Inserts rows directly, as a person with database access could. */
  async function insertRaw(
    tx: Transaction,
    id: string,
    postings: LedgerPosting[],
    { size = postings.length, ...overrides }: Partial<typeof ledgerPostings.$inferInsert & { reversalOf: string }> = {},
  ) {
    const { reversalOf, ...columns } = overrides;
    const postedAt = new Date();
    const source = { sourceType: "test", sourceId: id };
    await tx
      .insert(ledgerEntries)
      .values({ id, key: id, kind: "adjust", size, description: "", ...source, postedAt, reversalOf });
    for (const [index, { accountId, amount }] of postings.entries()) {
      const [account] = await tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, accountId));
      if (!account) throw new Error("no account");
      const balanceAfter = account.balance + (account.side === "credit" ? amount : -amount);
      const at = { entryId: id, ordinal: index + 1, size, accountId, seq: account.postings + 1 };
      await tx.insert(ledgerPostings).values({ ...at, amount, balanceAfter, postedAt, ...columns });
    }
  }

  it.each([
    [
      "amounts that do not sum to zero",
      [
        { accountId: IDS.suspense, amount: 5 },
        { accountId: IDS.fee_income, amount: 5 },
      ],
      {},
      /is not whole/,
    ],
    ["no postings", [], { size: 2 }, /is not whole/],
    ["a missing posting", movePostings(IDS.suspense, IDS.fee_income, 5), { size: 3 }, /is not whole/],
    ["a false balance", movePostings(IDS.suspense, IDS.fee_income, 5), { balanceAfter: 1 }, /does not follow/],
    ["a gap in the sequence numbers", movePostings(IDS.suspense, IDS.fee_income, 5), { seq: 9_999 }, /does not follow/],
    ["a balance below zero", movePostings(IDS.grants_pool, IDS.fee_income, 5), {}, /not_negative/],
    [
      "postings of zero",
      [
        { accountId: IDS.suspense, amount: 0 },
        { accountId: IDS.fee_income, amount: 0 },
      ],
      {},
      /postings_amount/,
    ],
  ] as const)("the database refuses to insert a ledger entry with %s", async (_, postings, overrides, words) => {
    expect(await sqlError(app.db.transaction((tx) => insertRawEntry(tx, [...postings], overrides)))).toMatch(words);
    await expectNoFaults();
  });

  it("the database refuses to add a posting to a ledger entry that is already committed", async () => {
    const { entry } = await fundAccount(app.db, IDS.suspense, 5);
    const latePosting = {
      entryId: entry.id,
      ordinal: 3,
      size: 2,
      accountId: IDS.suspense,
      seq: 99,
      amount: 1,
      balanceAfter: 1,
    };
    const insert = app.db.insert(ledgerPostings).values({ ...latePosting, postedAt: new Date() });
    expect(await sqlError(insert)).toMatch(/postings_ordinal|does not follow/);
  });

  it("the database refuses a reversal that does not mirror its ledger entry, and a second reversal of the same entry", async () => {
    const { entry } = await fundAccount(app.db, IDS.suspense, 50);
    const other = movePostings(IDS.suspense, IDS.fee_income, 50);
    expect(await sqlError(app.db.transaction((tx) => insertRaw(tx, uuid(), other, { reversalOf: entry.id })))).toMatch(
      /does not take back/,
    );
    await reverseById(entry.id);
    const mirror = movePostings(IDS.suspense, IDS.settlement_float, 50);
    expect(await sqlError(app.db.transaction((tx) => insertRaw(tx, uuid(), mirror, { reversalOf: entry.id })))).toMatch(
      /reversal_of/,
    );
  });

  it.each([
    "update ledger_postings set amount = 1",
    "delete from ledger_postings",
    "truncate ledger_postings",
    "update ledger_entries set description = 'x'",
    "delete from ledger_entries",
    "truncate ledger_entries cascade",
    "truncate ledger_accounts cascade",
    "update ledger_accounts set balance = balance + 1",
    "update ledger_accounts set postings = 0",
    "insert into ledger_accounts (id, code, side, balance) values (gen_random_uuid(), 'x', 'credit', 5)",
  ])("the database refuses the SQL: %s", async (statement) => {
    await fundAccount(app.db, IDS.suspense, 5);
    expect(await sqlError(app.db.execute(statement))).toMatch(/append-only|by postings alone/);
  });
});

describe("ledger check", () => {
  /** Makes a change that only the database owner can make, checks the ledger, and undoes the change. */
  async function plantFault(table: string, change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) {
    const runWithoutTriggers = async (statement: ReturnType<typeof sql>) => {
      await app.db.execute(sql.raw(`alter table ${table} disable trigger user`));
      await app.db.execute(statement);
      await app.db.execute(sql.raw(`alter table ${table} enable trigger user`));
    };
    await runWithoutTriggers(change);
    const verification = await verifyLedger(app.db);
    await runWithoutTriggers(back);
    return verification;
  }

  it("the ledger check reports a record that was changed directly in the database", async () => {
    const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
    const { entry } = await fundAccount(app.db, user.id, 100);
    await fundAccount(app.db, user.id, 7);
    const id = user.id;
    const balance = (to: number) => sql`update ledger_accounts set balance = ${to} where id = ${id}`;
    expect(await plantFault("ledger_accounts", balance(108), balance(107))).toMatchObject({
      finished: true,
      total: 1,
      faults: [
        "The balance of Ada Obi's wallet is not what its postings come to.",
        "All balances together come to 1 kobo instead of zero.",
      ],
    });
    // Makes two false changes whose amounts cancel each other out.
    const both = (actor: number) =>
      sql`update ledger_accounts set balance = balance + ${actor} where id in (${id}, ${IDS.settlement_float})`;
    expect((await plantFault("ledger_accounts", both(1), both(-1))).faults).toEqual([
      expect.stringMatching(/^Settlement float says \d+ kobo, while its postings come to \d+\.$/),
      "The balance of Ada Obi's wallet is not what its postings come to.",
    ]);
    const count = (to: number) => sql`update ledger_accounts set postings = ${to} where id = ${id}`;
    expect((await plantFault("ledger_accounts", count(3), count(2))).faults).toEqual([
      "Ada Obi's wallet counts 3 postings, while it has 2.",
    ]);
    const amount = (to: number) => sql`update ledger_postings set amount = ${to} where account_id = ${id} and seq = 1`;
    expect((await plantFault("ledger_postings", amount(99), amount(100))).faults).toEqual([
      `Entry ${entry.id} has 2 of 2 postings, which come to -1 kobo instead of zero.`,
    ]);
    const setBalance = (to: number) =>
      sql`update ledger_postings set balance_after = ${to} where account_id = ${id} and seq = 1`;
    expect((await plantFault("ledger_postings", setBalance(101), setBalance(100))).faults).toEqual([
      "Posting 1 of Ada Obi's wallet does not follow from the one before.",
      "Posting 2 of Ada Obi's wallet does not follow from the one before.",
    ]);
    await expectNoFaults();
  });

  it("the database refuses a wrong `may_be_negative` of a ledger account; the ledger check reports one stored without the constraint", async () => {
    const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
    await fundAccount(app.db, IDS.suspense, 10_000);
    const flag = (id: string, to: boolean) => sql`update ledger_accounts set may_be_negative = ${to} where id = ${id}`;
    const cases = [
      [user.id, true, "Ada Obi's wallet is let below zero, and may not be."],
      [IDS.fee_income, true, "Fee income is let below zero, and may not be."],
      [IDS.suspense, false, "Suspense is kept above zero, and need not be."],
    ] as const;
    for (const [id, to] of cases)
      expect(await sqlError(app.db.execute(flag(id, to)))).toMatch(/ledger_accounts_may_be_negative/);
    const rule = "ledger_accounts_may_be_negative";
    const [{ def } = { def: "" }] = (
      await app.db.execute<{ def: string }>(
        sql`select pg_get_constraintdef(oid) as def from pg_constraint where conname = ${rule}`,
      )
    ).rows;
    await app.db.execute(`alter table ledger_accounts drop constraint ${rule}`);
    for (const [id, to, fault] of cases)
      expect((await plantFault("ledger_accounts", flag(id, to), flag(id, !to))).faults).toEqual([fault]);
    await app.db.execute(`alter table ledger_accounts add constraint ${rule} ${def}`);
    await expectNoFaults();
  });

  it("a ledger check in several calls gives the same result as one in a single call", async () => {
    for (let n = 0; n < 12; n++) await fundAccount(app.db, IDS.suspense, 5);
    const whole = await verifyLedger(app.db);
    expect(whole).toMatchObject({ finished: true, next: null, read: whole.toRead, postings: whole.toRead / 2 });
    expect(whole.entries).toBe(await app.db.$count(ledgerEntries));
    expect(whole.accounts).toBe(await app.db.$count(ledgerAccounts));
    const sums = { accounts: 0, entries: 0, postings: 0 };
    let callCount = 0;
    for (let cursor: string | undefined; ; ) {
      const { next, finished, ...part } = await verifyLedger(app.db, { after: cursor, budget: 0, stretch: 5 });
      for (const key of ["accounts", "entries", "postings"] as const) sums[key] += part[key];
      callCount++;
      if (finished) break;
      cursor = next ?? undefined;
    }
    expect(sums).toEqual({ accounts: whole.accounts, entries: whole.entries, postings: whole.postings });
    expect(callCount).toBeGreaterThan(whole.postings / 5);
    // Detects faults near the boundaries of batches, which have five postings here.
    const id = IDS.settlement_float;
    for (const seq of [4, 5, 6, 10, 11]) {
      const raiseBalance = (actor: number) =>
        sql`update ledger_postings set balance_after = balance_after + ${actor} where account_id = ${id} and seq = ${seq}`;
      await app.db.execute("alter table ledger_postings disable trigger user");
      await app.db.execute(raiseBalance(1));
      expect((await verifyLedger(app.db, { stretch: 5 })).faults[0]).toBe(
        `Posting ${seq} of Settlement float does not follow from the one before.`,
      );
      await app.db.execute(raiseBalance(-1));
      await app.db.execute("alter table ledger_postings enable trigger user");
    }
  });

  it("the ledger check reports no fault while money moves", async () => {
    const [one, two] = [await makeUser(app), await makeUser(app)];
    await fundAccount(app.db, one.id, 1_000);
    let isMoving = true;
    const moveMoney = async () => {
      for (let n = 0; n < 40; n++)
        await postDraft(draft(n % 2 ? movePostings(two.id, one.id, 10) : movePostings(one.id, two.id, 10)));
      isMoving = false;
    };
    const foundFaults: string[][] = [];
    const verifyRepeatedly = async () => {
      while (isMoving) foundFaults.push((await verifyLedger(app.db, { stretch: 50 })).faults);
    };
    await Promise.all([moveMoney(), verifyRepeatedly()]);
    expect(foundFaults.flat()).toEqual([]);
    expect(foundFaults.length).toBeGreaterThan(0);
  });
});

describe("random sequences of postings", () => {
  const account = fc.integer({ min: 0, max: 5 });
  const amount = fc.integer({ min: 1, max: 5_000 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant("move" as const), from: account, to: account, amount }),
    fc.record({
      kind: fc.constant("split" as const),
      from: account,
      to: fc.array(account, { minLength: 1, maxLength: 4 }),
      amount,
    }),
    fc.record({ kind: fc.constant("reverse" as const), which: fc.nat(200) }),
    fc.record({ kind: fc.constant("repeat" as const), which: fc.nat(200) }),
  );

  it("after random sequences of postings, every account has the balance that a simple model predicts; a refused step changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const wallets = [await makeUser(app), await makeUser(app), await makeUser(app)].map(({ id }) => id);
        for (const id of wallets) await fundAccount(app.db, id, 6_000);
        const ids = [...wallets, IDS.suspense, IDS.suspense, IDS.suspense];
        const at = (index: number) => ids[index] ?? IDS.suspense;
        const expectedBalances = new Map(wallets.map((id) => [id, 6_000]));
        const postedEntries: { draft: LedgerEntryDraft; id: string; reversed: boolean }[] = [];
        const isCovered = (postings: readonly LedgerPosting[]) =>
          wallets.every(
            (id) =>
              (expectedBalances.get(id) ?? 0) +
                postings.reduce((sum, each) => sum + (each.accountId === id ? each.amount : 0), 0) >=
              0,
          );
        const applyToModel = (postings: readonly LedgerPosting[], factor = 1) => {
          for (const { accountId, amount: moved } of postings)
            expectedBalances.set(accountId, (expectedBalances.get(accountId) ?? 0) + factor * moved);
        };
        for (const each of steps) {
          if (each.kind === "repeat" || each.kind === "reverse") {
            const chosenEntry = postedEntries[each.which % Math.max(postedEntries.length, 1)];
            if (!chosenEntry) continue;
            if (each.kind === "repeat") expect((await postDraft(chosenEntry.draft)).isNew).toBe(false);
            else {
              const back = chosenEntry.draft.postings.map((posting) => ({ ...posting, amount: -posting.amount }));
              const isPossible = !chosenEntry.reversed && isCovered(back);
              const outcome = await reverseById(chosenEntry.id).then(
                () => true,
                () => false,
              );
              expect(outcome).toBe(isPossible);
              if (isPossible) applyToModel(back);
              chosenEntry.reversed ||= isPossible;
            }
            continue;
          }
          const targets = each.kind === "move" ? [each.to] : each.to;
          const postings = [
            { accountId: at(each.from), amount: -each.amount * targets.length },
            ...targets.map((to) => ({ accountId: at(to), amount: each.amount })),
          ];
          const entry = draft(postings);
          const outcome = await postDraft(entry).then(
            ({ entry: { id } }) => id,
            () => null,
          );
          expect(outcome !== null).toBe(isCovered(postings));
          if (outcome) {
            applyToModel(postings);
            postedEntries.push({ draft: entry, id: outcome, reversed: false });
          }
        }
        for (const id of wallets) expect(await balanceOf(app.db, id)).toBe(expectedBalances.get(id));
      }),
      { numRuns: 15 },
    );
    await expectNoFaults();
  }, 60_000);

  it("posting several random ledger entries in one call stores all of them or none", async () => {
    const [one, two] = [await makeUser(app), await makeUser(app)];
    await fundAccount(app.db, one.id, 100);
    const both = [draft(movePostings(one.id, two.id, 100)), draft(movePostings(two.id, one.id, 60))];
    await app.db.transaction((tx) => postLedgerEntries(tx, both));
    expect([await balanceOf(app.db, one.id), await balanceOf(app.db, two.id)]).toEqual([60, 40]);
    const uncoveredDrafts = [draft(movePostings(two.id, one.id, 40)), draft(movePostings(two.id, one.id, 1))];
    await expect(app.db.transaction((tx) => postLedgerEntries(tx, uncoveredDrafts))).rejects.toMatchObject({
      status: 409,
    });
    expect(await balanceOf(app.db, two.id)).toBe(40);
  });
});
