import "server-only";
import { desc, eq } from "drizzle-orm";
import type { OwnKycRequest } from "@/lib/contract/kyc.app";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { lockFlags } from "./refresh-flags";
import { type Resubmission, resubmitBy, type Sender, type Submission, submitBy } from "./submit";

const MOST = 50;

/** The citizen's own submission: the rules of the officer's form, and an answer without what officers see. */
export async function submitFromApp(context: WriteContext, input: Submission): Promise<OwnKycRequest> {
  const { tx } = context;
  const { id } = await submitBy(tx, await senderOf(context, input.user_id), input);
  return ownRequest(tx, id);
}

/** @throws 404 also for a request of somebody else; 409 with the request as the citizen may see it */
export async function resubmitFromApp(
  context: WriteContext,
  { user_id, ...input }: Resubmission & { user_id: string },
): Promise<OwnKycRequest> {
  const { tx } = context;
  const { id } = await resubmitBy(tx, await senderOf(context, user_id), input);
  return ownRequest(tx, id);
}

/** The citizen's requests, newest first. */
export async function listForApp({ db, citizen }: HandlerContext, userId: string) {
  const user = await citizen(userId);
  const rows = await db
    .select()
    .from(kycRequests)
    .where(eq(kycRequests.userId, user.id))
    .orderBy(desc(kycRequests.submittedAt), desc(kycRequests.id))
    .limit(MOST);
  return { items: rows.map(toOwn) };
}

async function senderOf({ tx, app, citizen, audit }: WriteContext, userId: string): Promise<Sender> {
  // Before the user's row is held, as with an officer's submission: in the other order the two would wait for each other.
  await lockFlags(tx);
  const user = await citizen(userId);
  return { audit, owner: { app: app.name }, isApp: true, fresh: ownRequest, of: user.id };
}

async function ownRequest(db: Queryable, id: string): Promise<OwnKycRequest> {
  const [row] = await db.select().from(kycRequests).where(eq(kycRequests.id, id));
  if (!row) throw refuse.notFound("identity request");
  return toOwn(row);
}

const toOwn = (row: typeof kycRequests.$inferSelect): OwnKycRequest => ({
  id: row.id,
  reference: row.reference,
  tier: row.tier,
  state: row.state,
  submitted_at: row.submittedAt.toISOString(),
  message: row.message,
  version: row.version,
});
