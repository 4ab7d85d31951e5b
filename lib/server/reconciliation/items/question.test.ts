import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { Notice } from "@/lib/contract/notices";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  reconciliationItemCallsOf,
  reconciliationItemMakers,
  startReconciliationWithBankAccount,
} from "@/lib/server/testing/reconciliation-items";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let admin: TestAdmin;
let colleague: TestAdmin;
let stranger: TestAdmin;
let calls: ReturnType<typeof reconciliationItemCallsOf>;
let make: ReturnType<typeof reconciliationItemMakers>;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  colleague = await makeAdmin(app, { firstName: "Ékpò", rights: makeRights({ "System Wallet": ["read"] }) });
  stranger = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
  calls = reconciliationItemCallsOf(app, admin);
  make = reconciliationItemMakers(app, await startReconciliationWithBankAccount(app));
});
afterAll(() => app.stop());

const noticesOf = async (of: TestAdmin): Promise<Notice[]> =>
  (await app.call("GET", "/notices", { token: of.token })).json.data.items;

describe("askColleague and answerQuestion", () => {
  it("a question about a reconciliation item notifies the asked colleague, and the answer notifies the admin who asked; both are in the item's history", async () => {
    const line = await make.bank(5_000, { reference: "FT-9" });
    const { status, json } = await calls.ask(line.id, 1, colleague.id, "Whose is it,\u200b O’Neil?");
    expect([status, json.data.asked.id, json.data.version]).toEqual([200, colleague.id, 2]);
    expect((await app.audit(String(line.id)))[0]).toMatchObject({
      action: "reconciliation.askColleague",
      after: { asked: `${colleague.name} (${colleague.email})`, question: expect.stringContaining("O’Neil") },
    });
    expect(await noticesOf(colleague)).toMatchObject([
      {
        ...{ kind: "reconciliation_question", title: "You were asked" },
        text: `${admin.name} asks you about Item ${line.id} FT-9.`,
        url: `/dashboard/wallets/reconciliation?item=${line.id}`,
      },
    ]);
    const asked = reconciliationItemCallsOf(app, colleague);
    expect((await asked.list("asked=me")).map(({ id }) => id)).toEqual([line.id]);
    expect((await asked.call("GET", "/figures")).json.data.asked_me).toBe(1);
    expect((await calls.list("asked=anybody")).map(({ id }) => id)).toEqual([line.id]);
    const answer = await asked.answer(line.id, 2, "Of the Ministry of Works.");
    expect([answer.status, answer.json.data.asked, answer.json.data.question]).toEqual([200, null, null]);
    expect((await app.audit(String(line.id)))[0]).toMatchObject({
      action: "reconciliation.answerQuestion",
      after: { answer: "Of the Ministry of Works." },
    });
    expect(await noticesOf(admin)).toMatchObject([{ title: "Your question was answered" }]);
    expect((await asked.list("asked=me")).length).toBe(0);
    const { timeline } = await calls.item(line.id);
    expect(timeline.map(({ action }: { action: string }) => action)).toEqual([
      "reconciliation.answerQuestion",
      "reconciliation.askColleague",
    ]);
  });

  it("the colleagues whom an admin can ask are the other admins who may read System Wallet", async () => {
    const { json } = await calls.call("GET", "/colleagues");
    expect(json.data.items.map(({ id }: { id: string }) => id)).toEqual([colleague.id]);
  });

  it("askColleague rejects the caller, an admin without the right to read, an outdated version, and a matched item", async () => {
    const [line, posting] = [await make.bank(700), await make.ledger(700)];
    for (const { id } of [admin, stranger]) {
      const { status, json } = await calls.ask(line.id, 1, id);
      expect([status, json.fields.admin_id]).toEqual([400, expect.stringContaining("Choose another active admin")]);
    }
    const stale = await calls.ask(line.id, 4, colleague.id);
    expect([stale.status, stale.json.current.version]).toEqual([409, 1]);
    expect((await calls.ask(line.id, 1, colleague.id, " ")).status).toBe(400);
    await calls.match([line.id, posting.id]);
    expect((await calls.ask(line.id, 2, colleague.id)).json.message).toContain("is matched");
  });

  it("answerQuestion rejects an admin who was not asked, a second answer, and an item without a question", async () => {
    const line = await make.bank(800);
    expect((await calls.answer(line.id, 1)).status).toBe(409);
    await calls.ask(line.id, 1, colleague.id);
    expect((await calls.answer(line.id, 2)).status).toBe(403);
    const asked = reconciliationItemCallsOf(app, colleague);
    expect((await asked.answer(line.id, 1)).status).toBe(409);
    expect((await asked.answer(line.id, 2)).status).toBe(200);
    expect((await asked.answer(line.id, 3)).json.message).toContain("Nobody is asked");
  });
});
