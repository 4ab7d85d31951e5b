import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { roles } from "@/lib/server/db/schema/admin";
import { startTestApp, type TestApp } from "@/lib/server/testing/app";
import { inTransaction } from "./transaction";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const id = uuid();
/** Adds a role in a transaction that fails with this SQLSTATE a given number of times. @returns number of runs, and of committed roles */
async function failRoleInsert(code: string, times: number) {
  let runs = 0;
  await inTransaction(app.db, async (tx) => {
    await tx.insert(roles).values({ id, name: "Role", features: [] });
    if (++runs <= times) throw new Error("query failed", { cause: Object.assign(new Error("refused"), { code }) });
  }).catch(() => {});
  const committed = await app.db.delete(roles).where(eq(roles.id, id));
  return [runs, committed.rowCount];
}

it.each([
  ["a serialisation failure", "40001"],
  ["a deadlock", "40P01"],
  ["a unique violation", "23505"],
])(
  "a transaction runs up to three times if it fails with %s, and each failed run is rolled back",
  async (_case, code) => {
    expect(await failRoleInsert(code, 2)).toEqual([3, 1]);
    expect(await failRoleInsert(code, 3)).toEqual([3, 0]);
  },
);

it("a transaction runs only once if it fails with an error that no concurrent transaction caused", async () => {
  expect(await failRoleInsert("23503", 1)).toEqual([1, 0]);
});
