import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ALL_RIGHTS } from "@/lib/contract/access";
import { COUNT_CAP } from "@/lib/contract/common";
import { routes } from "@/lib/contract/routes";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, faqContent } from "@/lib/server/testing/content-entries";
import { countPublished, draftsToPublish } from "./home";

let app: TestApp;
let admin: { id: string; token: string };
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app, { rights: ALL_RIGHTS });
});
afterAll(() => app.stop());

const MANY = COUNT_CAP + 500;

type Node = { "Relation Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Node[] };
/** Returns the largest number of rows that one node of the query plan reads from the table of content entries. */
function entriesRead(node: Node): number {
  const own = node["Relation Name"] === "entries" ? node["Actual Rows"] * node["Actual Loops"] : 0;
  return Math.max(own, ...(node.Plans ?? []).map(entriesRead));
}

/** Runs `read`. Returns its result, and the number of entries that its SQL statements read. */
async function measure<T>(read: (db: Queryable) => Promise<T>) {
  let rowsRead = 0;
  const execute = async (query: SQL) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query);
    const { rows } = await app.db.$client.query(`explain (analyze, timing off, format json) ${text}`, params);
    rowsRead = Math.max(rowsRead, entriesRead(rows[0]["QUERY PLAN"][0].Plan));
    return app.db.execute(query);
  };
  const result = await read({ execute } as unknown as Queryable);
  return { result, rowsRead };
}

it("counts drafts on Home up to the cap, and lists the oldest drafts", async () => {
  await contentEntryCallsOf(app, admin, "faq").draft(faqContent("The oldest draft"));
  await app.db.execute(sql`insert into entries (id, kind, draft, title, created_at, updated_at)
    select gen_random_uuid(), kind, draft, 'Another draft', updated_at, updated_at + n * interval '1 second'
    from entries, generate_series(1, ${MANY}) n where title = 'The oldest draft'`);
  await app.db.execute(sql`analyze entries`);
  const source = draftsToPublish("faq", "Drafts", routes.appConfig.publishEntry, "/dashboard/app-config/faq");
  const { result, rowsRead } = await measure((db) => source.read(db, {} as SignedInAdmin, 5));
  expect(result).toMatchObject([{ total: COUNT_CAP, totalIsCapped: true }]);
  expect(result[0]?.items.map(({ title }) => title)).toEqual(["The oldest draft", ...Array(4).fill("Another draft")]);
  expect(rowsRead).toBe(COUNT_CAP + 1);
});

it("counts the published content entries of each kind on Home up to the cap", async () => {
  await contentEntryCallsOf(app, admin, "faq").published(faqContent("How do I pay?"));
  await app.db.execute(sql`insert into entry_publications
      (entry_id, number, kind, content, title, "from", published_at, published_by)
    select e.id, 1, e.kind, e.draft, e.title, now(), now(), ${admin.id} from entries e where title = 'Another draft'`);
  await app.db.execute(sql`analyze entry_publications`);
  const { result, rowsRead } = await measure((db) => countPublished(db, ["faq", "slides"]));
  expect(result).toEqual({
    faq: { total: COUNT_CAP, totalIsCapped: true },
    slides: { total: 0, totalIsCapped: false },
  });
  expect(rowsRead).toBeLessThanOrEqual(COUNT_CAP + 5);
});
