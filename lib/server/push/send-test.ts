import "server-only";
import { randomUUID } from "node:crypto";
import { desc } from "drizzle-orm";
import { satisfiesPolicy } from "@/lib/contract/access";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { env } from "@/lib/env";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { log } from "@/lib/server/base/log";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import type { AdminPush } from "@/lib/server/db/schema/outbox";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { deleteDeviceTokens, readDeviceTokens, updateDeviceTokensLastUsed } from "./device-tokens";
import type { FirebaseError } from "./firebase-error";
import { sendPush } from "./send-push";

/**
 * Sends a test push within the call instead of by the outbox, so that the admin sees the result. Deletes device tokens that
 * Firebase no longer knows.
 * @throws 503 if push is not configured or Firebase accepted nothing
 */
export async function sendTestPush({ db, admin, audit }: WriteContext) {
  const account = env().firebaseServiceAccount;
  if (!account) throw refuse.push("Push is not set up on this server. Ask operations to set FIREBASE_SERVICE_ACCOUNT.");
  const tokens = await readDeviceTokens(db, admin.id);
  const { sent, gone, problem } = await sendPush(account, tokens, await testPush(db, admin));
  if (problem) log.warn({ reason: problem.message }, "Firebase did not accept a push");
  if (problem && !sent.length) throw pushRefusal(problem);
  await updateDeviceTokensLastUsed(db, sent);
  await deleteDeviceTokens(db, gone);
  audit({ record: adminRecordRef(admin), after: { step: "test push", sent: sent.length, forgotten: gone.length } });
  return { sent: sent.length };
}

/** Returns a push about the newest identity request, so that its View button works; without one, about a random id. */
async function testPush(db: Queryable, admin: SignedInAdmin): Promise<AdminPush> {
  const newest = db.select({ id: kycRequests.id }).from(kycRequests).orderBy(desc(kycRequests.submittedAt)).limit(1);
  const [request] = satisfiesPolicy(admin.rights, kycRoutes.single.policy) ? await newest : [];
  return {
    title: "Test notification",
    body: "Push notifications work in this browser.",
    category: "kyc",
    request_id: request?.id ?? randomUUID(),
  };
}

const pushRefusal = ({ kind }: FirebaseError) =>
  kind === "refused"
    ? refuse.push("Firebase does not accept this server's pushes. Ask operations to check FIREBASE_SERVICE_ACCOUNT.")
    : refuse.push("Firebase can't be reached right now. Try again in a minute.");
