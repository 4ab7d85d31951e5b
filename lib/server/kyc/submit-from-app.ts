import "server-only";
import { desc, eq } from "drizzle-orm";
import type { OwnKycRequest } from "@/lib/contract/kyc.app";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { lockRiskFlags } from "./refresh-flags";
import {
  type KycResubmission,
  type KycSubmission,
  type RequestSender,
  resubmitAsSender,
  submitAsSender,
} from "./submit";

const MAX_LISTED = 50;

/** Submits a citizen's request from the app. Same rules as the officer's form; the response omits internal data. */
export async function submitKycFromApp(context: WriteContext, input: KycSubmission): Promise<OwnKycRequest> {
  const { tx } = context;
  const { id } = await submitAsSender(tx, await appSender(context, input.user_id), input);
  return readOwnRequest(tx, id);
}

/** Resubmits a citizen's request. @throws 404, also for another user's request; 409 with the request as citizens see it */
export async function resubmitKycFromApp(
  context: WriteContext,
  { user_id, ...input }: KycResubmission & { user_id: string },
): Promise<OwnKycRequest> {
  const { tx } = context;
  const { id } = await resubmitAsSender(tx, await appSender(context, user_id), input);
  return readOwnRequest(tx, id);
}

/** Lists the citizen's requests, newest first. */
export async function listKycForApp({ db, citizen }: HandlerContext, userId: string) {
  const user = await citizen(userId);
  const rows = await db
    .select()
    .from(kycRequests)
    .where(eq(kycRequests.userId, user.id))
    .orderBy(desc(kycRequests.submittedAt), desc(kycRequests.id))
    .limit(MAX_LISTED);
  return { items: rows.map(toOwnRequest) };
}

async function appSender({ tx, app, citizen, audit }: WriteContext, userId: string): Promise<RequestSender> {
  // Takes the lock of the risk flags before the lock of the user's row, in the same order as an officer's submission, to prevent deadlocks.
  await lockRiskFlags(tx);
  const user = await citizen(userId);
  return { audit, owner: { app: app.name }, isApp: true, fresh: readOwnRequest, of: user.id };
}

async function readOwnRequest(db: Queryable, id: string): Promise<OwnKycRequest> {
  const [row] = await db.select().from(kycRequests).where(eq(kycRequests.id, id));
  if (!row) throw refuse.notFound("identity request");
  return toOwnRequest(row);
}

const toOwnRequest = (row: typeof kycRequests.$inferSelect): OwnKycRequest => ({
  id: row.id,
  reference: row.reference,
  tier: row.tier,
  state: row.state,
  submitted_at: row.submittedAt.toISOString(),
  message: row.message,
  version: row.version,
});
