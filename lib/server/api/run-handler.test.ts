import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { roles } from "@/lib/server/db/schema/admin";
import { idempotencyKeys } from "@/lib/server/db/schema/idempotency";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startPipelineCall } from "@/lib/server/testing/pipeline-call";
import { authenticate } from "./authenticate";
import type { WriteContext } from "./context";
import type { DerivedResponseField } from "./idempotency";
import type { CallName } from "./long-calls";
import { runRead, runWrite } from "./run-handler";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

type Handler = (context: WriteContext & { prepared: string }) => unknown;
const wrapHandler = (run: Handler) =>
  vi.fn(async (sent: WriteContext, prepared = "") => {
    const context = { ...sent, prepared };
    return { output: await run(context), context };
  });
const startCall = async (name: CallName, input: unknown = {}, token = admin.token) => {
  const call = startPipelineCall(name, { token }, input);
  return { call, caller: await authenticate(call) };
};

describe("runRead", () => {
  const read = async (name: CallName, run: Handler) => {
    const { call, caller } = await startCall(name);
    return runRead(call, caller, wrapHandler(run));
  };

  it("runRead writes the audit entries that the handler of a read adds", async () => {
    const id = uuid();
    await read("kyc.thumbnails", ({ audit }) => audit({ record: { type: "kyc", id, name: "KYC-1" } }));
    expect(await app.audit(id)).toMatchObject([{ action: "kyc.thumbnails", outcome: "done", adminId: admin.id }]);
  });

  it("runRead fails a call that returns files of people if its handler adds no audit entry; other reads need none", async () => {
    expect((await read("kyc.list", () => "rows")).output).toBe("rows");
    await expect(read("kyc.thumbnails", () => [])).rejects.toThrow("without an audit entry");
  });

  it("runRead passes no transaction to the handler", async () => {
    await expect(read("kyc.list", ({ tx }) => tx.execute("select 1"))).rejects.toThrow("no transaction");
  });
});

describe("runWrite", () => {
  type Options = { key?: string; input?: unknown; derive?: DerivedResponseField; token?: string };
  const write = async (handle: ReturnType<typeof wrapHandler>, { key, input, derive, token }: Options = {}) => {
    const { call, caller } = await startCall("kyc.decide", input, token);
    const none = { checked: null, upload: null };
    return runWrite(call, { caller, idempotencyKey: key ?? null, ...none, prepared: "drawn", derive }, handle);
  };
  const rename = (id: string, output: unknown) =>
    wrapHandler(async ({ tx, audit }) => {
      await tx
        .update(roles)
        .set({ name: `Renamed ${id}` })
        .where(eq(roles.id, admin.roleId));
      audit({ record: { type: "role", id, name: "Role" } });
      return output;
    });
  const roleName = async () =>
    (await app.db.select().from(roles).where(eq(roles.id, admin.roleId))).map(({ name }) => name);

  it("runWrite commits a write with its audit row, and passes the prepared data to the handler", async () => {
    const id = uuid();
    const { output, context } = await write(rename(id, "done"));
    expect([output, context.prepared]).toEqual(["done", "drawn"]);
    expect(await roleName()).toEqual([`Renamed ${id}`]);
    expect(await app.audit(id)).toMatchObject([{ action: "kyc.decide", outcome: "done" }]);
  });

  it("runWrite rolls back a write whose handler adds no audit entry", async () => {
    const before = await roleName();
    const silent = wrapHandler(({ tx }) => tx.update(roles).set({ name: "Silent" }).where(eq(roles.id, admin.roleId)));
    await expect(write(silent)).rejects.toThrow("wrote without an audit entry");
    expect(await roleName()).toEqual(before);
  });

  it("runWrite rolls back a write whose admin loses the right during the call", async () => {
    const [loser, id] = [await makeAdmin(app), uuid()];
    const handle = wrapHandler(async ({ audit }) => {
      await app.db.update(roles).set({ features: [] }).where(eq(roles.id, loser.roleId));
      audit({ record: { type: "role", id, name: "Role" } });
    });
    await expect(write(handle, { token: loser.token })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await app.audit(id)).toEqual([]);
  });

  it("runWrite returns the stored response to a retried write, without running the handler again", async () => {
    const [key, handle] = ["a-repeated-key", rename(uuid(), { id: 7 })];
    await write(handle, { key, input: { a: 1 } });
    expect(await write(handle, { key, input: { a: 1 } })).toMatchObject({
      output: { id: 7 },
      context: { prepared: "drawn" },
    });
    expect(handle).toHaveBeenCalledTimes(1);
    await expect(write(handle, { key, input: { a: 2 } })).rejects.toMatchObject({ status: 400 });
  });

  it("runWrite does not store a derived response field, and adds it to each response", async () => {
    const [key, derive] = ["a-derived-key", { field: "code", of: () => "SECRET" }];
    const handle = rename(uuid(), { id: 7, code: "" });
    for (let turn = 0; turn < 2; turn++)
      expect((await write(handle, { key, derive })).output).toEqual({ id: 7, code: "SECRET" });
    const stored = await app.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect(JSON.stringify(stored)).not.toContain("SECRET");
  });
});
