import "server-only";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";

/**
 * Requires a proof of identity, for calls that need one only in some cases; other calls declare `proof` in their route.
 * @throws 403 PROOF_NEEDED unless the admin gave a proof in this session within the last 15 minutes
 */
export function requireProofOfIdentity(admin: SignedInAdmin): void {
  if (!admin.isProved) throw refuse.proof();
}
