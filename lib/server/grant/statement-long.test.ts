import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { payoutCallsOf } from "@/lib/server/testing/payouts";
import { runPayouts } from "./run-payouts";

vi.mock("@/lib/contract/exports.values", async (original) => ({ ...(await original()), PDF_ROWS_MAX: 2 }));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("lists only unpaid rows in the PDF statement of a payout batch with too many rows, and states so in the PDF", async () => {
  const [admin, other] = [await makeAdmin(app), await makeAdmin(app)];
  const payouts = payoutCallsOf(app, admin);
  const programme = await makeGrantProgramme(app, admin, {});
  const applications = [];
  for (let n = 0; n < 3; n++) applications.push(await makeGrantApplication(app, programme, { state: "approved" }));
  const [failed, ...paid] = applications;
  await app.db
    .update(users)
    .set({ status: "closed", statusReason: "Left" })
    .where(eq(users.id, failed?.userId ?? ""));
  const id = await payouts.pay(programme.id, other);
  await runPayouts(app.db);
  const link = await payouts.ask("POST", `/${id}/statement`, { format: "pdf" });
  expect(link.json.data.rows).toBe(1);
  const file = (await app.call("GET", `/exports/${link.json.data.token}`, { token: admin.token })).json as Blob;
  const [page, ...otherPages] = await readPdfPageTexts(file);
  expect(otherPages).toEqual([]);
  expect(page).toContain("the CSV file has every row");
  expect(page).toContain(failed?.reference);
  for (const { reference } of paid) expect(page).not.toContain(reference);
  const csv = await payouts.ask("POST", `/${id}/statement`, { format: "csv" });
  expect(csv.json.data.rows).toBe(3);
});
