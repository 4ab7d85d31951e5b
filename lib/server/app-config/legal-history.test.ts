import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LEGAL_CONTENT_ENTRY_IDS } from "@/lib/contract/content-entries.values";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const insertVersionSql = (number: number, from: SQL) => sql`
  insert into entry_publications (entry_id, number, kind, content, title, "from", published_by)
  values (${LEGAL_CONTENT_ENTRY_IDS.terms}::uuid, ${number}, 'terms', '{"texts":{}}', 'x', ${from}, ${admin.id}::uuid)`;
const publicationOrderError = expect.objectContaining({ constraint: "entry_publications_order" });

it("an import of past versions of legal texts runs in one transaction; later imports refuse versions that are backdated or out of order", async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute(insertVersionSql(1, sql`now() - interval '2 years'`));
    await tx.execute(insertVersionSql(2, sql`now() - interval '1 year'`));
  });
  for (const [number, from] of [
    [3, sql`now() - interval '1 month'`],
    [0, sql`now() + interval '1 hour'`],
    [-1, sql`now() - interval '3 years'`],
    [1, sql`now() + interval '1 hour'`],
  ] as const)
    await expect(app.db.execute(insertVersionSql(number, from))).rejects.toMatchObject({
      cause: publicationOrderError,
    });
  await app.db.execute(insertVersionSql(3, sql`now() + interval '1 hour'`));
  expect(await app.db.execute(sql`select number from entry_publications order by number`)).toMatchObject({
    rows: [{ number: 1 }, { number: 2 }, { number: 3 }],
  });
});
