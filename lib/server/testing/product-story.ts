import { v7 as uuid } from "uuid";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { timedTasks } from "@/lib/server/process/timed-tasks";
import { makeAdmin, makeKycRequest, makeUser, type TestApp } from "./app";
import { contentEntryCallsOf, faqContent } from "./content-entries";
import { makeEvent } from "./events";
import { grantCallsOf, makeGrantProgramme } from "./grants";
import { makeIreportCategory, reportFilingBody } from "./ireports";
import { fundAccount } from "./ledger";
import { makePaymentMethods, orderCallsOf, sendSimulatedPaymentReport } from "./orders";
import { makeBankPayoutMethod, payoutCallsOf } from "./payouts";
import { makePromotion } from "./promotions";

type Answer = { status: number; json: { message?: string; data?: unknown } };
type Story = Awaited<ReturnType<typeof makePeople>>;

const WALLET_AMOUNT = 5_000_000;

/** Returns a response's data. @throws if the call was refused */
async function dataOf<T extends Answer>(answering: Promise<T>): Promise<T["json"]["data"]> {
  const { status, json } = await answering;
  if (status !== 200) throw new Error(`A call of the story was refused with ${status}: ${json.message}`);
  return json.data;
}

/**
 * Uses every module once through the API, as admins and as the citizen app, and runs each timed task. Creates the admins, citizens and
 * programmes directly in the database. Fails if a call or a task fails.
 */
export async function runEveryModuleOnce(app: TestApp) {
  const people = await makePeople(app);
  await decideIdentities(people);
  await payAndRefund(people);
  await sellTickets(people);
  await payGrants(people);
  await handleReport(people);
  await publish(people);
  await moveMoney(people);
  for (const { run } of timedTasks()) await run(app.db);
  return people;
}

async function makePeople(app: TestApp) {
  const [admin, otherAdmin] = [await makeAdmin(app), await makeAdmin(app, { firstName: "Ogar" })];
  const users = [];
  for (let count = 0; count < 8; count++) users.push(await makeUser(app));
  const [ada, obi] = users;
  if (!ada || !obi) throw new Error("no users");
  await makePaymentMethods(app);
  for (const user of users) await fundAccount(app.db, user.id, WALLET_AMOUNT);
  const call = (method: string, path: string, body?: object, actor = admin) =>
    dataOf(
      app.call(method, path, {
        ...{ token: actor.token, body },
        headers: method === "GET" ? {} : { "idempotency-key": uuid() },
      }),
    );
  const callAsApp = (method: string, path: string, body?: object) => dataOf(app.callAsApp(method, path, { body }));
  return { app, admin, otherAdmin, users, ada, obi, call, callAsApp };
}

async function decideIdentities({ app, call }: Story) {
  const decisions = [
    { decision: "approved", checked: KYC_CHECKS },
    { decision: "rejected", reason: "unreadable_document", message: "The photo of your card is blurred." },
  ];
  for (const decision of decisions) {
    const { id } = await makeKycRequest(app);
    const { version } = await call("PATCH", `/kyc/${id}/claim`, {});
    await call("PATCH", `/kyc/${id}/decision`, { version, ...decision });
  }
}

async function payAndRefund({ app, admin, users, ada, obi, call, callAsApp }: Story) {
  await makePromotion(app, admin, {});
  for (const user of users) {
    const payment = { user_id: user.id, type: "bill_payment", method: "card", amount: 250_000 };
    const { id, reference } = await callAsApp("POST", "/payments", payment);
    const reported = await sendSimulatedPaymentReport(reference, user === obi ? "failed" : "succeeded");
    if (reported.status !== 200) throw new Error(`The provider's report was refused with ${reported.status}.`);
    if (user !== ada) continue;
    await call("POST", `/transactions/${id}/refund`, { amount: 50_000, remaining: 250_000, reason: "Charged twice" });
  }
  await callAsApp("POST", "/transfers", { user_id: ada.id, to_user_id: obi.id, amount: 20_000 });
}

async function sellTickets({ app, users }: Story) {
  const madeEvent = await makeEvent(app, { types: [{}, { price: 0 }] });
  const orders = orderCallsOf(app, madeEvent);
  for (const user of users.slice(0, 4)) {
    const { id } = await dataOf(orders.place(user, [2, 1]));
    await dataOf(orders.pay(user, id));
  }
  const { id } = await dataOf(orders.place({ id: users[4]?.id ?? "" }, [1, 0]));
  await dataOf(orders.cancel({ id: users[4]?.id ?? "" }, id));
}

async function payGrants({ app, admin, otherAdmin, users, call }: Story) {
  await makeBankPayoutMethod(app);
  const programme = await makeGrantProgramme(app, admin, {});
  const [first, second] = [await makeAdmin(app), await makeAdmin(app)];
  const decide = async (decision: string, id: string) => {
    const { version } = await call("GET", `/grants/applications/${id}`);
    const decided = await call("POST", "/grants/applications/decisions", { decision, applications: [{ id, version }] });
    if (!decided.results[0]?.done)
      throw new Error(`The story's application was not decided: ${decided.results[0]?.message}`);
  };
  for (const user of users.slice(0, 3)) {
    const { id } = await dataOf(grantCallsOf(app, programme).apply(user, {}));
    await decide("shortlist", id);
    for (const reviewer of [first, second])
      await call("PATCH", `/grants/applications/${id}/review`, { score: 7 }, reviewer);
    await decide("approve", id);
  }
  await payoutCallsOf(app, admin).pay(programme.id, otherAdmin);
}

async function handleReport({ app, ada, call, callAsApp }: Story) {
  const category = await makeIreportCategory(app);
  const { id } = await callAsApp("POST", "/reports", { user_id: ada.id, ...reportFilingBody(category.id) });
  const { version } = await call("PATCH", `/ireports/${id}/claim`, {});
  await call("POST", "/ireports/states", { state: "acknowledged", reports: [{ ireportId: id, version }] });
  await call("POST", `/ireports/${id}/notes`, { text: "The lamps are ordered." });
  await call("POST", `/user-management/users/${ada.id}/notes`, { text: "Called about her report." });
}

async function publish({ app, admin, ada, callAsApp }: Story) {
  const { id } = await contentEntryCallsOf(app, admin, "faq").published(faqContent("How do I pay?"));
  await callAsApp("POST", `/faq/${id}/votes`, { user_id: ada.id, helpful: true });
}

async function moveMoney({ otherAdmin, call }: Story) {
  const fund = { kind: "fund", account: "promotions_pool", amount: 100_000, submit: true };
  const movement = await call("POST", "/wallets/movements", { ...fund, note: "For May", external_reference: "FBN/71" });
  const decision = { decision: "approved" };
  await call("PATCH", `/approvals/${movement.awaiting.approvalId}/decision`, decision, otherAdmin);
}
