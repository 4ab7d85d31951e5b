import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { roles } from "@/lib/server/db/schema/admin";
import { appLimits } from "@/lib/server/db/schema/citizen";
import { sessions } from "@/lib/server/db/schema/session";
import { APP_KEY, makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startPipelineCall } from "@/lib/server/testing/pipeline-call";
import { authenticate, authorize, idempotencyKeyOf, recheckAuthorization } from "./authenticate";
import type { CallName } from "./long-calls";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const IDEMPOTENCY_KEY = "a-key-of-a-test";
const authenticateCall = async (name: CallName, token: string | null, idempotencyKey: string | null = null) => {
  const call = startPipelineCall(name, { token, idempotencyKey });
  return { call, caller: await authenticate(call) };
};

describe("authenticate", () => {
  it("a session token authenticates its admin with the admin's rights, and audit rows contain the admin", async () => {
    const admin = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    const { call, caller } = await authenticateCall("kyc.list", admin.token);
    expect(caller).toMatchObject({ kind: "admin", id: admin.id });
    expect(call.actor).toEqual({ id: admin.id, name: admin.name });
    expect(call.rights.find(({ access }) => access.read)?.name).toBe("KYC Management");
  });

  it("an API key authenticates its app, and audit rows contain the app as the device", async () => {
    const { call, caller } = await authenticateCall("transaction.listForApp", APP_KEY);
    expect(caller).toMatchObject({ kind: "app", app: { name: "demo" } });
    expect(call).toMatchObject({ actor: null, device: "Citizen app demo" });
  });

  it.each<[string, CallName, () => string | null]>([
    ["no token", "kyc.list", () => null],
    ["an API key on an admin's call", "kyc.list", () => APP_KEY],
    ["an unknown API key", "transaction.listForApp", () => `${APP_KEY}x`],
  ])("rejects a request with %s with 401", async (_case, name, token) => {
    await expect(authenticateCall(name, token())).rejects.toMatchObject({ status: 401 });
  });
});

describe("authorize", () => {
  it("authorize rejects an admin without the right that the call requires", async () => {
    const admin = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    const [read, write] = [
      await authenticateCall("kyc.list", admin.token),
      await authenticateCall("kyc.decide", admin.token),
    ];
    await authorize(read.call, read.caller);
    await expect(authorize(write.call, write.caller)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("authorize rejects a call that requires a recent proof of identity if the session has none", async () => {
    const admin = await makeAdmin(app, { isProved: false });
    const { call, caller } = await authenticateCall("kyc.reveal", admin.token);
    await expect(authorize(call, caller)).rejects.toMatchObject({ code: "PROOF_NEEDED" });
  });

  it("authorize counts a call of the citizen app towards the app's rate limit", async () => {
    const { call, caller } = await authenticateCall("transaction.listForApp", APP_KEY);
    await app.db.delete(appLimits);
    await authorize(call, caller);
    expect(await app.db.$count(appLimits)).toBe(1);
  });
});

describe("recheckAuthorization", () => {
  const again = (name: CallName, token: string) =>
    app.db.transaction((tx) => recheckAuthorization(tx, startPipelineCall(name, { token })));

  it("recheckAuthorization rejects a write whose admin's session has ended, except for a call on their own account", async () => {
    const admin = await makeAdmin(app);
    await again("kyc.decide", admin.token);
    await app.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.adminId, admin.id));
    await expect(again("kyc.decide", admin.token)).rejects.toMatchObject({ status: 401 });
    await again("auth.logout", admin.token);
  });

  it("recheckAuthorization rejects a write whose admin has lost the right while the write ran", async () => {
    const admin = await makeAdmin(app);
    await app.db.update(roles).set({ features: [] }).where(eq(roles.id, admin.roleId));
    await expect(again("kyc.decide", admin.token)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("recheckAuthorization accepts a write of the citizen app, which has no session", () =>
    again("transaction.transferFromApp", APP_KEY));
});

describe("idempotencyKeyOf", () => {
  const keyOf = async (name: CallName, token: string, key: string | null) => {
    const { call, caller } = await authenticateCall(name, token, key);
    return idempotencyKeyOf(call, caller);
  };

  it("idempotencyKeyOf returns an admin's idempotency key, and requires one only for calls that move money", async () => {
    const { token } = await makeAdmin(app);
    expect(await keyOf("transaction.refund", token, IDEMPOTENCY_KEY)).toBe(IDEMPOTENCY_KEY);
    expect(await keyOf("kyc.decide", token, null)).toBeNull();
    await expect(keyOf("transaction.refund", token, null)).rejects.toThrow("moves no money twice");
  });

  it("idempotencyKeyOf ignores the idempotency key of a call whose response is secret", async () => {
    const { token } = await makeAdmin(app);
    expect(await keyOf("kyc.reveal", token, IDEMPOTENCY_KEY)).toBeNull();
  });

  it("idempotencyKeyOf requires a key for every write of the citizen app, none of which has a secret response", async () => {
    expect(await keyOf("transaction.beginFromApp", APP_KEY, IDEMPOTENCY_KEY)).toBe(IDEMPOTENCY_KEY);
    await expect(keyOf("transaction.beginFromApp", APP_KEY, null)).rejects.toThrow("no second effect");
    const declared = Object.values<Record<string, Route>>(routes).flatMap((group) => Object.values(group));
    expect(declared.filter(({ policy, secret }) => policy === "app" && secret)).toEqual([]);
  });
});
