import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { authReferences } from "@/lib/server/db/schema/admin";
import { hashToken, newToken } from "./token";

/** Makes the reference of a mailed link: 256 random bits, of which only the hash is kept. `minutes`: how long it works. */
export async function createReference(
  tx: Transaction,
  input: { adminId: string; kind: "reset" | "invitation"; minutes: number },
): Promise<string> {
  const reference = newToken();
  await tx.insert(authReferences).values({
    referenceHash: hashToken(reference),
    adminId: input.adminId,
    kind: input.kind,
    expiresAt: new Date(Date.now() + input.minutes * 60_000),
  });
  return reference;
}
