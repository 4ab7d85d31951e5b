import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer } from "@/lib/server/api/http-handler";
import { type AuditHead, type AuditRow, auditDigest, CHAIN_START } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import { timelineOf } from "@/lib/server/audit/timeline";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { verifyChain } from "./verify-chain";

/** STRESS=1 uses the 900 refusals of the original incident, 790 MB. */
const ROWS = process.env.STRESS ? 900 : 60;
const REFUSAL = 880_000;
const RECORD = { type: "kyc" as const, id: "of-old", name: "Old" };
/** Rows with values as long as those of a draft in thirty languages. */
const [WIDE_ROWS, WIDE] = [40, 200_000];

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let largest: number;
let limits: { name: string; definition: string }[];

/** Returns text that compresses no better than real input. */
const words = (of: string, length: number) =>
  `"${of} ${"some key that nobody knows, ".repeat(length / 28)}`.slice(0, length);

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  // Drops the table's limits for the old rows, then restores them for new rows only.
  ({ rows: limits } = await app.db.execute<{ name: string; definition: string }>(sql`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'audit_trails'::regclass and contype = 'c' and conname ~ '_(texts|before|after)$'`));
  for (const { name } of limits) await app.db.execute(sql.raw(`alter table audit_trails drop constraint ${name}`));
  let head: AuditHead = CHAIN_START;
  const add = async (values: Partial<AuditRow>) => {
    const row = { ...systemRow("kyc.decide", { record: RECORD }), ...values };
    const link = { ...row, id: head.id + 1, previousHash: head.hash };
    head = { id: link.id, hash: auditDigest(link.id, head.hash, row) };
    await app.db.insert(auditTrails).values({ ...link, hash: head.hash });
  };
  for (let n = 0; n < ROWS; n++) await add({ outcome: "refused", refusal: words(String(n), REFUSAL) });
  for (let n = 0; n < WIDE_ROWS; n++) await add({ before: { n, text: words("a", WIDE) }, after: { n: n + 1 } });
  await app.db.execute(sql`update audit_head set id = ${head.id}, hash = ${head.hash}`);
  for (const { name, definition } of limits)
    await app.db.execute(sql.raw(`alter table audit_trails add constraint ${name} ${definition} not valid`));

  const { $client: pool } = app.db;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<{ rows: unknown[] }>;
  Object.assign(pool, {
    query: async (...args: unknown[]) => {
      const result = await query(...args);
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(result.rows)));
      return result;
    },
  });
}, 300_000);
afterAll(() => app.stop());

/** Returns the size of the largest database result during a run, in bytes. */
async function largestOf(run: () => Promise<unknown>): Promise<number> {
  largest = 0;
  await run();
  return largest;
}
const read = async (path: string) => (await app.call("GET", path, { token: admin.token })).json.data;

describe("an audit trail with rows longer than today's limits", () => {
  it("rejects new rows beyond the limits", async () => {
    expect(limits).toHaveLength(3);
    const row = { ...systemRow("a.call", { record: null }), refusal: "x".repeat(2_001), id: 99_999 };
    const inserted = app.db.insert(auditTrails).values({ ...row, previousHash: "0", hash: "0" });
    await expect(inserted).rejects.toMatchObject({ cause: { code: "23514" } });
  });

  it("reads only the beginning of long texts for the list and for a single row", async () => {
    expect(await largestOf(() => read("/system-logs/audit-trails?outcome=refused&size=100"))).toBeLessThan(100_000);
    let refusal = "";
    const looked = await largestOf(async () => {
      refusal = (await read("/system-logs/audit-trails/1")).refusal;
    });
    expect(looked).toBeLessThan(10_000);
    expect(refusal).toBe(`${words("0", REFUSAL).slice(0, 2_000)}…`);
  });

  it("shows a record's newest history up to a limit of bytes", async () => {
    let entries: Awaited<ReturnType<typeof timelineOf>> = [];
    const bytes = await largestOf(async () => {
      entries = await timelineOf(app.db, RECORD.type, RECORD.id);
    });
    expect(entries.map(({ id }) => Number(id))).toEqual([5, 4, 3, 2, 1].map((n) => ROWS + WIDE_ROWS - 5 + n));
    expect(bytes).toBeLessThan(1_300_000);
  });

  it("verifies the whole chain a few megabytes at a time without blocking the event loop", async () => {
    const verified = async () => {
      const started = performance.now();
      let [waited, seen, going] = [0, started, true];
      const others = () => {
        waited = Math.max(waited, performance.now() - seen);
        seen = performance.now();
        if (going) setImmediate(others);
      };
      setImmediate(others);
      const bytes = await largestOf(async () => {
        expect(await verifyChain(app.db, 0, 600_000)).toMatchObject({ checked: ROWS + WIDE_ROWS, bad: null });
      });
      going = false;
      return { bytes, waited, took: performance.now() - started };
    };
    const before = process.memoryUsage.rss();
    const { bytes, waited, took } = await verified();
    expect(bytes).toBeLessThan(2_300_000);
    // A share of the total time, so that slow machines pass too.
    expect(waited).toBeLessThan(took / 4);
    const grown = (process.memoryUsage.rss() - before) / 1e6;
    if (process.env.STRESS)
      process.stdout.write(`${took.toFixed(0)} ms, waited ${waited.toFixed(0)}, ${grown.toFixed(0)} MB\n`);
  }, 300_000);

  it("stops a call at its time limit in the middle of 1,000 rows", async () => {
    const { checked, finished } = await verifyChain(app.db, 0, -1);
    expect(checked).toBeLessThan(4);
    expect(finished).toBe(false);
  });

  it.each(["csv", "xlsx"])(
    "exports all rows as %s and cuts long texts",
    async (format) => {
      await app.db.execute(sql`insert into audit_trails (id, at, action, outcome, before, after, address, device, request_id, previous_hash, hash)
      select 10000 + n, now(), 'w.' || n, 'done', v, v, '', '', '', '', '' from generate_series(1, 520) n,
      jsonb_build_object('words', left(repeat(md5(n::text), 1000), 23900)) v on conflict do nothing`);
      const options = { token: admin.token, body: { format } };
      const { token } = (await app.call("POST", "/system-logs/audit-trails/export", options)).json.data;
      const cookie = `cross-riv-token=${admin.token}`;
      const chunks: Uint8Array[] = [];
      const asked = await largestOf(async () => {
        const file = await answer(new Request(`http://test/api/v1/exports/${token}`, { headers: { cookie } }));
        for await (const chunk of file.body ?? []) chunks.push(chunk);
      });
      const bytes = Buffer.concat(chunks);
      const text =
        format === "csv" ? bytes.toString() : strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] as Uint8Array);
      // All 520 rows together would be 24 MB.
      expect(Math.max(asked, ...chunks.map(({ length }) => length))).toBeLessThan(17_000_000);
      const found = [...text.matchAll(format === "csv" ? /"w\.(\d+)"/g : />w\.(\d+)</g)].map(([, n]) => Number(n));
      expect(found.sort((a, b) => a - b)).toEqual(Array.from({ length: 520 }, (_, at) => at + 1));
      const [, refusal = ""] = (format === "csv" ? /"(""0 some[^…]*…)/ : />("0 some[^…]*…)/).exec(text) ?? [];
      expect(refusal.replace('""', '"')).toHaveLength(2_001);
    },
    120_000,
  );

  it("finds a deleted row", async () => {
    await app.db.execute(sql.raw("alter table audit_trails disable trigger user"));
    await app.db.execute(sql`delete from audit_trails where id = ${ROWS - 1}`);
    expect((await verifyChain(app.db, 0, 600_000)).bad).toMatchObject({ row: String(ROWS - 1) });
  }, 300_000);
});
