import "server-only";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { kycDecision } from "@/lib/contract/kyc";
import { KYC_OPEN_STATES, type KycDecision, type KycState } from "@/lib/contract/kyc.values";
import { fullName, type HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { refuse } from "@/lib/server/errors";
import { kycDecisionMail } from "@/lib/server/mail/messages";
import { queueMail } from "@/lib/server/mail/outbox";
import { selectRows, toRow } from "./list";
import { kycSingle } from "./single";

type Decision = z.output<typeof kycDecision>;
type Request = typeof kycRequests.$inferSelect;

const isOpen = (state: KycState) => (KYC_OPEN_STATES as readonly KycState[]).includes(state);
const DONE_WORDS: Record<KycState, string> = {
  pending: "put back",
  in_review: "took on",
  approved: "approved",
  rejected: "rejected",
  resubmission_requested: "asked for a resubmission of",
  revoked: "revoked",
};
const OUTCOMES: Record<KycDecision, (tier: number) => string> = {
  approved: (tier) => `Your identity has been confirmed. Your account is now on tier ${tier}.`,
  rejected: () => "Your identity request was not approved.",
  resubmission_requested: () => "We need you to send your identity request again.",
};

/**
 * Decides an open request (product.md, KYC management). Deciding takes on a request that nobody has; of two who decide
 * at once the row lock lets one in, and the other is told who it was. The user's tier changes and their mail is queued
 * in the same transaction.
 * @throws 404; 409 with the fresh record when it is decided, assigned to somebody else, or changed since it was opened.
 */
export async function decideKyc(context: HandlerContext, input: Decision) {
  const { admin, audit } = context;
  const tx = context.db as Transaction;
  const [request] = await tx.select().from(kycRequests).where(eq(kycRequests.id, input.kycId)).for("update");
  if (!request) throw refuse.notFound("identity request");
  await refuseIfNotTheirs(tx, request, input.version, admin.id);

  const decidedAt = new Date();
  const after = {
    state: input.decision,
    reason: input.reason ?? null,
    message: input.message ?? null,
    assigneeId: admin.id,
    decidedById: admin.id,
  };
  await tx
    .update(kycRequests)
    .set({ ...after, decidedAt, version: sql`${kycRequests.version} + 1` })
    .where(eq(kycRequests.id, request.id));
  const tiers = input.decision === "approved" ? await raiseTier(tx, request) : undefined;
  await tellUser(tx, request, input);

  audit({
    record: { type: "kyc", id: request.id, name: `${request.reference} ${fullName(request)}` },
    before: { state: request.state, assignee: request.assigneeId, user_tier: tiers?.before },
    after: {
      state: after.state,
      assignee: admin.id,
      reason: after.reason,
      message: after.message,
      user_tier: tiers?.after,
    },
  });
  const [decided] = await selectRows(tx).where(eq(kycRequests.id, request.id));
  if (!decided) throw new Error(`KYC request ${request.id} vanished.`);
  return {
    ...toRow(decided),
    decision: {
      by: { id: admin.id, name: fullName(admin) },
      at: decidedAt.toISOString(),
      reason: after.reason,
      message: after.message,
    },
  };
}

async function refuseIfNotTheirs(tx: Transaction, request: Request, version: number, adminId: string) {
  if (!isOpen(request.state)) {
    const who = await nameOf(tx, request.decidedById);
    const what = `${who} already ${DONE_WORDS[request.state]} this request.`;
    throw refuse.conflict(what, await kycSingle(tx, request.id));
  }
  if (request.assigneeId && request.assigneeId !== adminId) {
    const who = await nameOf(tx, request.assigneeId);
    throw refuse.conflict(
      `${who} is reviewing this request; only they can decide it.`,
      await kycSingle(tx, request.id),
    );
  }
  if (request.version !== version)
    throw refuse.conflict(
      "This request changed since you opened it. Look at what is new and decide again.",
      await kycSingle(tx, request.id),
    );
}

async function nameOf(tx: Transaction, adminId: string | null) {
  if (!adminId) return "Somebody";
  const [admin] = await tx.select().from(admins).where(eq(admins.id, adminId));
  return admin ? fullName(admin) : "Somebody";
}

/** An approval never lowers a tier that the user has by an earlier one. */
async function raiseTier(tx: Transaction, request: Request) {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("update");
  if (!user) throw new Error(`KYC request ${request.id} has no user.`);
  const after = Math.max(user.tier, request.tier);
  await tx
    .update(users)
    .set({ tier: after, version: sql`${users.version} + 1` })
    .where(eq(users.id, user.id));
  return { before: user.tier, after };
}

async function tellUser(tx: Transaction, request: Request, input: Decision) {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId));
  if (!user) return;
  const outcome = OUTCOMES[input.decision](Math.max(user.tier, request.tier));
  const message = input.message ?? null;
  await queueMail(tx, kycDecisionMail(user, { reference: request.reference, tier: request.tier, outcome, message }));
}
