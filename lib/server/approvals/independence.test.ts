import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { APPROVAL_KINDS, APPROVAL_RULES, rightToDecide } from "@/lib/contract/approvals.values";
import { inTransaction } from "@/lib/server/api/transaction";
import { adminDependencies } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { recordAdminDependencies } from "@/lib/server/rp/dependencies";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { decideApprovalIfIndependent } from "./close-approval";
import { countWaitingApprovals } from "./list";
import { policyOfApprovalKind } from "./lost-right";
import { decidersOfApproval } from "./waiting-requests";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe.each(APPROVAL_KINDS)("request of the kind %s", (kind) => {
  const { feature } = APPROVAL_RULES[kind];
  const rights = makeRights({ [feature]: ["read", "create", "update", "approve"] });

  /** Creates a waiting request of one admin, and another admin with the right to decide it. */
  async function makeRequest() {
    const [maker, decider] = [await makeAdmin(app, { rights }), await makeAdmin(app, { rights })];
    const [approval] = await app.db
      .insert(approvals)
      .values({
        ...{ id: uuid(), kind, recordType: "admin", recordId: uuid(), recordName: "It", change: "Do it", payload: {} },
        ...{ requestedBy: maker.id, expiresAt: new Date(Date.now() + 60_000) },
      })
      .returning();
    if (!approval) throw new Error("no approval");
    const closeAs = (decision: "approved" | "rejected") =>
      inTransaction(app.db, (tx) => decideApprovalIfIndependent(tx, approval, { decision, adminId: decider.id }));
    const waitingCount = async () => (await countWaitingApprovals(app.db, { id: decider.id, rights })).waiting;
    const deciderLists = async () => {
      const { approvers, kept_out } = await decidersOfApproval(app.db, approval);
      const isDecider = ({ id }: { id: string }) => id === decider.id;
      return [approvers.some(isDecider), kept_out.find(isDecider)?.reason];
    };
    const state = async () => (await app.db.select().from(approvals).where(eq(approvals.id, approval.id)))[0]?.state;
    return {
      approvalId: approval.id,
      maker,
      decider,
      close: closeAs,
      waiting: waitingCount,
      deciders: deciderLists,
      state,
    };
  }

  it.each(["invited", "let_in", "granted"] as const)(
    "an approval request can't be decided by an admin whose account or rights come from the requester (%s), until a third admin has confirmed that admin",
    async (reason) => {
      const {
        maker,
        decider,
        close: closeAs,
        waiting: waitingCount,
        deciders: deciderLists,
        state,
      } = await makeRequest();
      const before = await waitingCount();
      await inTransaction(app.db, (tx) =>
        recordAdminDependencies(tx, [{ adminId: decider.id, on: maker.id, reason, rights: [rightToDecide(kind)] }]),
      );
      for (const decision of ["approved", "rejected"] as const)
        await expect(closeAs(decision)).rejects.toMatchObject({ status: 403 });
      expect(await state()).toBe("waiting");
      expect(await waitingCount()).toBe(before - 1);
      expect(await deciderLists()).toEqual([false, expect.stringContaining("no other admin has confirmed")]);
      await app.db
        .update(adminDependencies)
        .set({ confirmedAt: new Date() })
        .where(eq(adminDependencies.adminId, decider.id));
      expect([await waitingCount(), await deciderLists()]).toEqual([before, [true, undefined]]);
      await closeAs("rejected");
      expect(await state()).toBe("rejected");
    },
  );

  it("approving a request that moves money or gives rights needs a recent proof of the approver's identity; rejecting it does not", async () => {
    const { approvalId } = await makeRequest();
    const decider = await makeAdmin(app, { rights, isProved: false });
    const decide = async (decision: string) => {
      const body = { decision, reason: "As agreed." };
      const options = { token: decider.token, body, headers: { "idempotency-key": uuid() } };
      return (await app.call("PATCH", `/approvals/${approvalId}/decision`, options)).json.code;
    };
    expect((await decide("approved")) === "PROOF_NEEDED").toBe(APPROVAL_RULES[kind].needsProofOfIdentity);
    expect(await decide("rejected")).not.toBe("PROOF_NEEDED");
  });

  it("each kind of approval request is the name of an API call, which requires a right other than read in the same feature", () => {
    expect(policyOfApprovalKind(kind)).toMatchObject({
      feature,
      flag: expect.stringMatching(/^(create|update|delete|approve|export)$/),
    });
  });
});
