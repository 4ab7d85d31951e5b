import "server-only";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";

/**
 * For calls that take a proof of identity only sometimes; the others declare `proof` in their route.
 * @throws 403 PROOF_NEEDED unless the admin proved who they are in this session within the last 15 minutes
 */
export function requireProof(admin: SignedInAdmin): void {
  if (!admin.isProved) throw refuse.proof();
}
