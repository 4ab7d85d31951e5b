import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { startPipelineCall } from "@/lib/server/testing/pipeline-call";
import { auditCall, checkCallDeclaration } from "./call";
import type { CallName } from "./long-calls";
import { inTransaction } from "./transaction";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it.each<[string, CallName, boolean]>([
  ["a GET reads", "kyc.list", false],
  ["a POST that declares `reads` reads", "account.passkeyChallenge", false],
  ["a PATCH writes", "kyc.decide", true],
])("startCall determines from the declaration whether a call reads or writes: %s", (_case, name, writes) =>
  expect(startPipelineCall(name)).toMatchObject({ name, writes }),
);

describe("checkCallDeclaration", () => {
  const derive = { field: "code", of: () => "x" };

  it("checkCallDeclaration rejects a call without a policy", () => {
    const call = { ...startPipelineCall("kyc.list"), meta: {} };
    expect(() => checkCallDeclaration(call)).toThrow("kyc.list declares no policy.");
  });

  it("checkCallDeclaration rejects a call whose derived response field is declared only on the route or only on the handler", () => {
    expect(() => checkCallDeclaration(startPipelineCall("ireport.file"))).toThrow("derived");
    expect(() => checkCallDeclaration(startPipelineCall("kyc.decide"), derive)).toThrow("derived");
    checkCallDeclaration(startPipelineCall("ireport.file"), derive);
    checkCallDeclaration(startPipelineCall("kyc.decide"));
  });
});

describe("auditCall", () => {
  it("auditCall writes one audit row per audit entry, with the caller, address and device of the call", async () => {
    const { id, name } = await makeAdmin(app);
    const call = { ...startPipelineCall("kyc.decide", { requestId: "request-1" }), actor: { id, name } };
    const entries = [{ record: { type: "user" as const, id, name: "Ada" } }, { record: null, refusal: "Too late." }];
    await inTransaction(app.db, (tx) => auditCall(tx, call, entries));
    const common = {
      action: "kyc.decide",
      adminId: id,
      adminName: name,
      address: "10.0.0.1",
      device: "test",
      requestId: "request-1",
    };
    expect(await app.audit()).toMatchObject([
      { ...common, outcome: "refused", refusal: "Too late.", recordId: null },
      { ...common, outcome: "done", refusal: null, recordType: "user", recordId: id, recordName: "Ada" },
    ]);
  });

  it("auditCall writes no audit row for a call without audit entries", async () => {
    const before = (await app.audit()).length;
    await inTransaction(app.db, (tx) => auditCall(tx, startPipelineCall("kyc.list"), []));
    expect(await app.audit()).toHaveLength(before);
  });
});
