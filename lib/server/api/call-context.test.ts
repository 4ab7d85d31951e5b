import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APP_KEY, makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startPipelineCall } from "@/lib/server/testing/pipeline-call";
import { authenticate } from "./authenticate";
import { handlerContext, publicContext } from "./call-context";
import type { CallName } from "./long-calls";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const startCallWithContext = async (name: CallName, token: string) => {
  const call = startPipelineCall(name, { token });
  return { call, context: handlerContext(call, await authenticate(call), []) };
};

it("the context of an admin's call has the admin, and throws if its handler reads the app or a citizen", async () => {
  const admin = await makeAdmin(app);
  const { context } = await startCallWithContext("kyc.list", admin.token);
  expect(context.admin.id).toBe(admin.id);
  expect(() => context.app.name).toThrow("does not come from the citizen app");
  expect(() => context.citizen(uuid())).toThrow("name a citizen");
});

it("the context of an app's call sets the citizen as the actor, even if the citizen's account is closed", async () => {
  const [user, closed] = [await makeUser(app), await makeUser(app, { status: "closed" })];
  const { call, context } = await startCallWithContext("transaction.listForApp", APP_KEY);
  expect((await context.citizen(user.id)).id).toBe(user.id);
  expect(call.actor?.id).toBe(user.id);
  await expect(context.citizen(closed.id)).rejects.toMatchObject({ status: 409 });
  expect(call.actor?.id).toBe(closed.id);
  expect(() => context.admin.id).toThrow("No admin is signed in");
});

it("the context of a write has the transaction as `db` and as `tx`", async () => {
  const admin = await makeAdmin(app);
  const call = startPipelineCall("kyc.decide", { token: admin.token });
  const caller = await authenticate(call);
  await app.db.transaction(async (tx) => {
    const context = handlerContext(call, caller, [], { tx });
    expect([context.db === tx, context.tx === tx]).toEqual([true, true]);
  });
});

describe("the context of a public call", () => {
  const actor = { id: uuid(), name: "Ada Obi" };

  it("`transact` in the context of a public call runs a transaction and writes its audit row", async () => {
    const id = uuid();
    const call = startPipelineCall("auth.login");
    const audit = { record: { type: "user" as const, id, name: "Ada" } };
    const run = publicContext(call).transact(actor, async () => ({ result: "signed in", audit }));
    expect(await run).toBe("signed in");
    expect(await app.audit(id)).toMatchObject([{ action: "auth.login", adminName: "Ada Obi" }]);
    expect(() => publicContext(call).audit(audit)).toThrow("belongs to transact()");
  });

  it("`setRefusalSubject` sets actor and record for the audit row of a public call's later refusal", () => {
    const call = startPipelineCall("auth.login");
    const record = { type: "user" as const, id: uuid(), name: "Ada" };
    publicContext(call).setRefusalSubject(actor, record);
    expect(call).toMatchObject({ actor, record });
  });
});
