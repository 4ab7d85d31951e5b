import "server-only";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { fullName, type HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { adminReferences, admins } from "@/lib/server/db/schema/admin";
import { refuse } from "@/lib/server/errors";
import { adminRecord, adminRow } from "./admins";
import { mailInvitation } from "./create-admin";

/** A mail a minute is enough, whoever asks for it. */
const PAUSE_SECONDS = 60;

/**
 * Mails an invitation anew; the link of the one before stops working.
 * @throws 404; 409 when the account is no longer just invited; 429 within a minute of the last mail.
 */
export async function inviteAgain({ db, admin: caller, audit }: HandlerContext, adminId: string) {
  const tx = db as Transaction;
  const [admin] = await tx.select().from(admins).where(eq(admins.id, adminId)).for("update");
  if (!admin || admin.status === "deleted") throw refuse.notFound("admin");
  if (admin.status !== "invited")
    throw refuse.conflict(`${fullName(admin)} has accepted the invitation already.`, await adminRow(tx, adminId));
  const mine = and(eq(adminReferences.adminId, adminId), eq(adminReferences.kind, "invitation"));
  const [newest] = await tx
    .select({ age: sql<number>`extract(epoch from now() - ${adminReferences.createdAt})::int` })
    .from(adminReferences)
    .where(mine)
    .orderBy(desc(adminReferences.createdAt))
    .limit(1);
  if (newest && newest.age < PAUSE_SECONDS) throw refuse.tooMany(PAUSE_SECONDS - newest.age);
  await tx
    .update(adminReferences)
    .set({ usedAt: new Date() })
    .where(and(mine, isNull(adminReferences.usedAt)));
  await mailInvitation(tx, admin, fullName(caller));
  audit({ record: adminRecord(admin), after: { email: admin.email, step: "invited again" } });
  return adminRow(tx, adminId);
}
