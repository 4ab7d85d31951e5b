import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { formatDateTime, formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { ledgerPostings } from "@/lib/server/db/schema/ledger";
import { taxPayments } from "@/lib/server/db/schema/revenue-heads";
import { exports as table } from "@/lib/server/db/schema/system-logs";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makeRevenueHead } from "@/lib/server/testing/tax-payments";

let app: TestApp;
let financeAdmin: Awaited<ReturnType<typeof makeAdmin>>;
let keyCount = 0;
beforeAll(async () => {
  app = await startTestApp();
  financeAdmin = await makeAdmin(app, { firstName: "Ngozi" });
});
afterAll(() => app.stop());

const post = (path: string, body: object = {}, token = financeAdmin.token) => app.call("POST", path, { token, body });
async function download(path: string, body: object = {}, token = financeAdmin.token) {
  const created = await post(path, body, token);
  expect(created.status).toBe(200);
  const answer = await app.call("GET", `/exports/${created.json.data.token}`, { token });
  expect(answer.status).toBe(200);
  return { answer, pages: await readPdfPageTexts(answer.json), link: created.json.data };
}

describe("a receipt", () => {
  async function makeTransaction(values: Partial<typeof transactions.$inferInsert> = {}, name = {}) {
    const user = await makeUser(app, { firstName: "Ada", lastName: "Obi", ...name });
    const methodId = uuid();
    await app.db.insert(paymentMethods).values({
      id: methodId,
      code: `card_${++keyCount}`,
      name: "Card",
      channel: "card",
      provider: "simulated",
      minAmount: 100,
      maxAmount: 100_000_000,
    });
    const createdAt = new Date("2026-03-01T23:30:00Z");
    const [created] = await app.db
      .insert(transactions)
      .values({
        id: uuid(),
        reference: `TRX-PDF${++keyCount}`,
        userId: user.id,
        type: "bill_payment",
        channel: "card",
        methodId,
        amount: 123_456_789,
        fee: 150_00,
        cardLast4: "4321",
        providerReference: "SIM-77",
        description: "Electricity, Ẹkaẹtẹ Road",
        createdAt,
        ...values,
      })
      .returning();
    if (!created) throw new Error("no transaction");
    await app.db.insert(transactionEvents).values({
      transactionId: created.id,
      at: new Date("2026-03-01T23:31:00Z"),
      kind: "webhook",
      fromState: "pending",
      toState: created.state,
      message: "Secret words of the provider",
      raw: { pan: "the provider's own data" },
    });
    return { ...created, user };
  }

  it("a receipt shows the same facts as the transaction's page, in Lagos time, without data reserved for admins", async () => {
    const created = await makeTransaction({ state: "succeeded", completedAt: new Date("2026-03-01T23:31:00Z") });
    const { answer, pages } = await download(`/transactions/${created.id}/receipt`);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="transaction-receipt-${created.reference}.pdf"`,
    );
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(pages).toHaveLength(1);
    const [text = ""] = pages;
    for (const expectedText of [
      "Cross River Pay",
      "Receipt",
      created.reference,
      "Succeeded",
      "₦1,234,567.89",
      "Fee ₦150.00",
      "Total charged ₦1,234,717.89",
      "Bill payment",
      "Electricity, Ẹkaẹtẹ Road",
      "Ada Obi",
      created.user.phone,
      "Card •••• 4321",
      "Card, simulated provider",
      "SIM-77",
      "Created 2 Mar 2026, 00:30, Lagos time",
      "Succeeded 2 Mar 2026, 00:31, Lagos time",
      `Created by ${financeAdmin.name} on `,
      "Page 1 of 1",
    ])
      expect(text).toContain(expectedText);
    expect(text).not.toContain("no proof of payment");
    for (const internalText of [
      created.user.email,
      created.user.address,
      "Secret words",
      "provider's own",
      "Settlement float",
    ])
      expect(text).not.toContain(internalText);
  });

  it.each([
    ["pending", "not decided yet"],
    ["failed", "did not go through"],
  ] as const)(
    "the PDF of a payment that is %s has the title of a payment status instead of a receipt",
    async (state, words) => {
      const created = await makeTransaction({ state, failureReason: state === "failed" ? "Insufficient funds" : null });
      const [text = ""] = (await download(`/transactions/${created.id}/receipt`)).pages;
      expect(text).toContain("Status of a transaction");
      expect(text).toContain(words);
      expect(text).not.toContain("Receipt");
      if (state === "failed") expect(text).toContain("Insufficient funds");
    },
  );

  it("the receipt of a tax payment shows its revenue head and ministry", async () => {
    const created = await makeTransaction({ type: "tax_and_levy", state: "succeeded" });
    const head = await makeRevenueHead(app, {
      code: "12010205",
      name: "Land Use Charge",
      ministry: "Ministry of Lands",
    });
    await app.db.insert(taxPayments).values({ transactionId: created.id, revenueHeadId: head.id, lga: "Ikom" });
    const [text = ""] = (await download(`/transactions/${created.id}/receipt`)).pages;
    expect(text).toContain("Revenue head 12010205 Land Use Charge");
    expect(text).toContain("Ministry Ministry of Lands");
  });

  it("shows refunded amounts on a receipt, and for a refund its original transaction", async () => {
    const created = await makeTransaction({ state: "partially_refunded", refundedAmount: 5_000 });
    const refund = await makeTransaction({
      type: "refund",
      refundOf: created.id,
      amount: 5_000,
      fee: 0,
      state: "succeeded",
      userId: created.userId,
    });
    const [text = ""] = (await download(`/transactions/${created.id}/receipt`)).pages;
    expect(text).toContain("Refunded ₦50.00");
    expect(text).toContain(`Refund ${refund.reference}, ₦50.00`);
    const [other = ""] = (await download(`/transactions/${refund.id}/receipt`)).pages;
    expect(other).toContain(`Refund of ${created.reference}`);
    expect(other).toContain("Given back to Ada Obi");
    expect(other).not.toContain("Total charged");
  });

  it.each([
    ["turns around and hides", "\u202eAda\u2066\u200b", "A\u200dda Obi"],
    ["has emoji and Arabic", "😀👩‍👩‍👧", "محمد"],
    ["is very long, beside a description of a megabyte", "A".repeat(2_000), "B ".repeat(1_000)],
    ["looks like PDF", ") Tj ET (", "<</Type /Page>> endobj"],
  ])("draws a receipt on one page for a person whose name %s", async (_, firstName, lastName) => {
    const created = await makeTransaction(
      { state: "succeeded", description: lastName.repeat(500) },
      { firstName, lastName },
    );
    const { pages } = await download(`/transactions/${created.id}/receipt`);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain("₦1,234,567.89");
    expect(pages[0]).toContain(created.user.phone);
    expect(pages[0]).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  });

  it("audits a receipt with its transaction, requires the export right, and lets the link work once", async () => {
    const created = await makeTransaction({ state: "succeeded" });
    const { link } = await download(`/transactions/${created.id}/receipt`);
    const [downloaded, requestAudit] = await app.audit();
    expect(requestAudit).toMatchObject({
      action: "transaction.receipt",
      recordType: "transaction",
      recordId: created.id,
      recordName: created.reference,
      after: { export: link.export_id },
    });
    expect(downloaded).toMatchObject({
      action: "exports.download",
      recordId: link.export_id,
      after: { reference: created.reference, rows: 1, complete: true },
    });
    expect((await app.call("GET", `/exports/${link.token}`, { token: financeAdmin.token })).status).toBe(410);
    const reader = await makeAdmin(app, { rights: makeRights({ Transactions: ["read", "update"] }) });
    expect((await post(`/transactions/${created.id}/receipt`, {}, reader.token)).status).toBe(403);
    expect((await post(`/transactions/${uuid()}/receipt`)).status).toBe(404);
  });
});

/** Runs statements with triggers disabled, because these tests need past posting dates, and more rows than real postings could create. */
const withoutTriggers = (run: (tx: Transaction) => Promise<unknown>) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`alter table ledger_postings disable trigger user`);
    await tx.execute(sql`alter table ledger_entries disable trigger user`);
    await run(tx);
    await tx.execute(sql`alter table ledger_postings enable trigger user`);
    await tx.execute(sql`alter table ledger_entries enable trigger user`);
  });

describe("a statement", () => {
  const PATH = "/wallets/accounts/grants_pool/statement/export";
  beforeAll(async () => {
    for (let n = 1; n <= 70; n++) await fundAccount(app.db, IDS.grants_pool, n * 100_01);
  });
  const grantPostings = () =>
    app.db
      .select()
      .from(ledgerPostings)
      .where(eq(ledgerPostings.accountId, IDS.grants_pool))
      .orderBy(ledgerPostings.seq);

  it("an account statement contains opening and closing balance, every posting with its balance, and page numbers", async () => {
    const { answer, pages, link } = await download(PATH, { format: "pdf" });
    expect(answer.headers.get("content-disposition")).toMatch(/"wallet-statement-\d{4}-\d\d-\d\d\.pdf"$/);
    expect(link.rows).toBe(70);
    const rows = await grantPostings();
    const total = rows.reduce((sum, { amount }) => sum + amount, 0);
    expect(pages[0]).toContain("Statement of account");
    expect(pages[0]).toContain("Grants pool");
    expect(pages[0]).toContain("70 postings.");
    expect(pages[0]).toContain("Opening balance");
    expect(pages.map((page) => /Page \d+ of \d+/.exec(page)?.[0])).toEqual(
      pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
    );
    expect(pages.length).toBe(3);
    for (const page of pages) expect(page).toContain(`Created by ${financeAdmin.name} on `);
    const text = pages.join(" ");
    for (const row of rows) {
      expect(text).toContain(formatDateTime(row.postedAt.getTime()));
      expect(text).toContain(row.entryId);
      expect(text).toContain(formatMoney(row.balanceAfter));
    }
    expect(text.match(/· entry /g)).toHaveLength(70);
    expect(pages.at(-1)).toContain(`Closing balance ${formatMoney(total)}`);
    expect((await app.audit())[0]).toMatchObject({
      action: "exports.download",
      after: { account: "grants_pool", rows: 70, complete: true },
    });
    const [run] = await app.db.select().from(table).where(eq(table.id, link.export_id));
    expect(run).toMatchObject({ state: "done", sent: 70, format: "pdf" });
  });

  it("shortens a long description on an account statement but keeps the references at its end", async () => {
    const account = IDS.fee_income;
    const long = "Withdraw ₦12,345,678.90 from Promotions pool, paid out of the settlement float";
    for (const end of ["(WAL-000123)", "for TRX-9K2M4P7Q (WAL-000124)"]) {
      const postings = [
        { accountId: IDS.settlement_float, amount: -100 },
        { accountId: account, amount: 100 },
      ];
      const source = { type: "test", id: uuid() };
      const entry = {
        key: end,
        kind: "fund",
        description: `${long} ${end}`,
        source,
        postings,
        postedBy: null,
      } as const;
      await app.db.transaction((tx) => postLedgerEntry(tx, entry));
    }
    const { pages } = await download("/wallets/accounts/fee_income/statement/export", { format: "pdf" });
    expect(pages[0]).toMatch(/Withdraw ₦12,345,678\.90 from Promot[a-z ]*… \(WAL-000123\)/);
    expect(pages[0]).toMatch(/Withdraw ₦12,3[^()]*… for TRX-9K2M4P7Q \(WAL-000124\)/);
    expect(pages[0]).not.toContain(long);
  });

  it("an account statement mentions its filters, and still prints the balances of all postings", async () => {
    const rows = await grantPostings();
    const total = rows.reduce((sum, { amount }) => sum + amount, 0);
    const { pages } = await download(PATH, { format: "pdf", min: "6900", direction: "in" });
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain("Only postings with money in, at least ₦6,900.00.");
    expect(pages[0]).toContain("2 postings.");
    expect(pages[0]).toContain(formatMoney(69 * 100_01 + 70 * 100_01));
    expect(pages[0]).toContain(`Closing balance ${formatMoney(total)}`);
  });

  it("an account statement of a period starts with the balance before the period, and ends with the balance of the last day", async () => {
    await withoutTriggers(async (tx) => {
      await tx.execute(sql`update ledger_postings set posted_at = '2026-02-01T12:00:00Z'::timestamptz + seq * interval '1 day'
        where account_id = ${IDS.grants_pool}`);
    });
    const rows = await grantPostings();
    const balanceAfter = (seq: number) => formatMoney(rows[seq - 1]?.balanceAfter ?? 0);
    // Posting 28 is on 1 March at 13:00 in Lagos, posting 30 on 3 March.
    const { pages } = await download(PATH, { format: "pdf", from: "2026-03-01", to: "2026-03-03" });
    const [text = ""] = pages;
    expect(text).toContain("From 1 Mar 2026 to 3 Mar 2026, Lagos time. 3 postings.");
    const balances = [27, 30].map(balanceAfter);
    expect(text).toContain(formatMoney((28 + 29 + 30) * 100_01));
    for (const balance of balances) expect(text).toContain(balance);
    expect(text).toContain(`Closing balance ${balanceAfter(30)}`);
    expect(text).not.toContain(balanceAfter(31));
    const emptyPeriod = await download(PATH, { format: "pdf", from: "2025-01-01", to: "2025-01-02" });
    expect(emptyPeriod.pages).toHaveLength(1);
    expect(emptyPeriod.pages[0]).toContain("No postings in this statement. Closing balance ₦0.00");
  });

  it("account statements are the only list that can be exported as PDF, with a limited number of rows", async () => {
    const refused = await post("/kyc/export", { format: "pdf" });
    expect(refused.status).toBe(400);
    expect(refused.json.fields).toHaveProperty("format");
    await withoutTriggers(async (tx) => {
      await tx.execute(sql`with entry as (
          insert into ledger_entries (id, key, kind, size, description, source_type, source_id, posted_at)
          select gen_random_uuid(), 'many:' || n, 'fund', 2, '', 'test', gen_random_uuid(), now()
          from generate_series(1, 10001) n returning id, substr(key, 6)::int as n)
        insert into ledger_postings (entry_id, ordinal, size, account_id, seq, amount, balance_after, posted_at)
        select id, 1, 2, ${IDS.promotions_pool}, n, 1, n, now() from entry`);
    });
    const long = await post("/wallets/accounts/promotions_pool/statement/export", { format: "pdf" });
    expect(long.status).toBe(400);
    expect(long.json.message).toContain("A PDF file holds at most 10,000 rows and these are 10,001.");
    expect((await post("/wallets/accounts/promotions_pool/statement/export")).status).toBe(200);
  });
});
