import "server-only";
import { eq } from "drizzle-orm";
import type { UserDataRequests } from "@/lib/contract/user-data";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { citizenHolds } from "@/lib/server/db/schema/citizen-data";
import { userRecordRef } from "@/lib/server/user/single";
import { lockUserRow } from "./correct";
import { readDataRequests } from "./read-requests";

type HoldInput = { userId: string; reason: string };

/**
 * Prevents the erasure of a citizen's data, by request or by a retention rule, until the hold is released.
 * @throws 404; 409 if there is a hold already
 */
export async function placeErasureHold(
  { tx, admin, audit }: WriteContext,
  { userId, reason }: HoldInput,
): Promise<UserDataRequests> {
  // The approval of an erasure takes the same lock: it either ends before the hold is placed, or waits and then finds the hold.
  const user = await lockUserRow(tx, userId);
  const values = { userId, reason, placedBy: admin.id };
  const placed = await tx.insert(citizenHolds).values(values).onConflictDoNothing().returning();
  if (!placed.length)
    throw refuse.conflict("The data of this user has a hold already.", await readDataRequests(tx, userId));
  audit({ record: userRecordRef(user), before: { hold: false }, after: { hold: true, reason } });
  return readDataRequests(tx, userId);
}

/** Releases the hold on a citizen's data. @throws 404; 409 if there is none */
export async function releaseErasureHold(
  { tx, audit }: WriteContext,
  { userId, reason }: HoldInput,
): Promise<UserDataRequests> {
  const user = await lockUserRow(tx, userId);
  const [released] = await tx.delete(citizenHolds).where(eq(citizenHolds.userId, userId)).returning();
  if (!released) throw refuse.conflict("The data of this user has no hold.", await readDataRequests(tx, userId));
  audit({ record: userRecordRef(user), before: { hold: true }, after: { hold: false, reason } });
  return readDataRequests(tx, userId);
}
