import "server-only";
import { eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { decrypt } from "@/lib/server/base/secret";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { kycRecordRef } from "./record";

/** Returns the full identity number. The audit trail stores the reason, never the number. @throws 404 */
export async function revealKyc({ db, audit }: HandlerContext, input: { kycId: string; reason: string }) {
  const [request] = await db.select().from(kycRequests).where(eq(kycRequests.id, input.kycId));
  if (!request) throw refuse.notFound("identity request");
  audit({ record: kycRecordRef(request), after: { revealed: "identity number", reason: input.reason } });
  return { identity_number: decrypt(request.identityNumber) };
}
