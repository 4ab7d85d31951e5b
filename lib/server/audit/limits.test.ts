import { sql } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordType } from "@/lib/contract/record-kinds";
import { AUDIT_TEXT_MAX_CHARACTERS, auditTrails } from "@/lib/server/db/schema/system-logs";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { appendAudit, toStorableAuditRow } from "./audit";
import { idsSummary } from "./changes";
import type { AuditRow } from "./digest";
import { systemAuditRow } from "./system-row";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const auditRowWith = (values: Partial<AuditRow>): AuditRow => ({
  ...systemAuditRow("a.call", { record: null }),
  ...values,
});
const appendRow = (values: Partial<AuditRow>) => app.db.transaction((tx) => appendAudit(tx, auditRowWith(values)));
const newestRow = async () => (await app.audit())[0];

describe("row of the audit trail", () => {
  it("a row of the audit trail keeps values within the limits unchanged, even 500 ids with a group's description", async () => {
    const after = {
      name: "N".repeat(80),
      description: "ọ".repeat(400),
      members_added: idsSummary(Array.from({ length: 500 }, () => uuid())),
    };
    const longestValues = { refusal: "r".repeat(2_000), recordName: "ọ".repeat(300), after };
    await appendRow(longestValues);
    expect(await newestRow()).toMatchObject(longestValues);
  });

  it("a row of the audit trail that exceeds the limits is truncated, and states how much is missing", async () => {
    await appendRow({ refusal: `${"r".repeat(886_000)}`, before: { text: "ọ".repeat(100_000), by: "Ada" } });
    const row = await newestRow();
    expect(row?.refusal).toMatch(/^r{1950,}… \([\d,]+ more characters\)$/);
    const { by, text = "" } = (row?.before ?? {}) as { by?: string; text?: string };
    expect(by).toBe("Ada");
    const [, charactersLeft = ""] = /^ọ+… \(([\d,]+) more characters\)$/.exec(text) ?? [];
    expect(text.lastIndexOf("ọ") + 1 + Number(charactersLeft.replace(",", ""))).toBe(100_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(20_000);
  });

  it("a row of the audit trail keeps short fields whole beside long ones, and counts omitted fields and list items", async () => {
    const ids = Array.from({ length: 20_000 }, () => uuid());
    const texts = Object.fromEntries(ids.slice(0, 300).map((id) => [id, "x".repeat(2_000)]));
    await appendRow({ before: texts, after: { reason: "y".repeat(400), rows: ids, text: "z".repeat(90_000) } });
    const { before, after } = (await newestRow()) as {
      before: Record<string, unknown>;
      after: Record<string, unknown>;
    };
    expect(Object.keys(before)).toHaveLength(151);
    expect(before.fields_left_out).toBe(150);
    expect(after.reason).toBe("y".repeat(400));
    const rows = after.rows as string[];
    expect(rows.at(-1)).toBe(`… and ${(20_001 - rows.length).toLocaleString("en")} more`);
    expect(rows.length).toBeGreaterThan(250);
  });

  it("a truncated text in the audit trail never ends in the middle of a character", () => {
    const cutEmoji = toStorableAuditRow(
      auditRowWith({ refusal: `x${"😀".repeat(2_000)}`, after: { text: `x${"😀".repeat(20_000)}` } }),
    );
    expect(cutEmoji.refusal?.isWellFormed() && String(cutEmoji.after?.text).isWellFormed()).toBe(true);
  });

  it("a row of the audit trail is accepted by the database and verifiable, for any content", async () => {
    const repeatedText = (limit: number) =>
      fc
        .tuple(fc.constantFrom("a", '"', "\u0001", "ọ", "漢", "😀", "\ud83d"), fc.nat(limit))
        .map(([unit, times]) => unit.repeat(times));
    const text = fc.oneof(fc.string({ unit: "binary" }), repeatedText(500), repeatedText(30_000));
    const name = fc.oneof(fc.string({ unit: "binary" }), repeatedText(500));
    const number = fc.oneof(fc.double(), fc.constantFrom(1e308, 5e-324, 0));
    const longArray = fc.tuple(fc.oneof(name, number), fc.nat(2_000)).map(([one, times]) => Array(times).fill(one));
    const leafValue = fc.oneof(text, number, longArray, fc.constantFrom(null, true));
    const values = fc.oneof(
      fc.dictionary(name, fc.oneof(leafValue, fc.dictionary(name, leafValue, { maxKeys: 20 })), { maxKeys: 20 }),
      fc.dictionary(name, name, { maxKeys: 400, size: "max" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.option(values, { nil: null }), values, text, text, async (before, after, one, other) => {
        await appendRow({
          before,
          after,
          refusal: one,
          recordName: other,
          recordType: one as RecordType,
          recordId: other,
          device: one,
        });
      }),
      { numRuns: process.env.STRESS ? 500 : 25 },
    );
    expect((await verifyAuditChain(app.db, 0)).bad).toBeNull();
    const found = await app.db.execute<{ most: number }>(
      sql`select max(octet_length(to_jsonb(t)::text))::int as most from audit_trails t`,
    );
    expect(found.rows[0]?.most).toBeLessThan(64_000);
  }, 120_000);

  it.each([
    ...Object.entries(AUDIT_TEXT_MAX_CHARACTERS).map(
      ([column, limit]) => [column, { [column]: "x".repeat(limit + 1) }] as const,
    ),
    ...["before", "after"].map((column) => [column, { [column]: { text: "ọ".repeat(8_100) } }] as const),
  ])("a row of the audit trail is rejected by the database if %s exceeds its limit", async (_column, values) => {
    const row = { ...auditRowWith(values), id: 900_000, previousHash: "0", hash: "0" };
    const inserted = app.db.insert(auditTrails).values(row);
    await expect(inserted).rejects.toMatchObject({ cause: { code: "23514" } });
  });
});
