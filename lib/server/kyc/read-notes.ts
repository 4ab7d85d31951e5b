import "server-only";
import { desc, eq } from "drizzle-orm";
import type { KycSingle } from "@/lib/contract/kyc";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycNotes } from "@/lib/server/db/schema/kyc-review";

/** More than anybody reads; older ones stay in the audit trail. */
const SHOWN = 100;

export async function notesOf(db: Queryable, kycId: string): Promise<KycSingle["notes"]> {
  const notes = await db
    .select({ note: kycNotes, by: admins })
    .from(kycNotes)
    .innerJoin(admins, eq(admins.id, kycNotes.adminId))
    .where(eq(kycNotes.kycId, kycId))
    .orderBy(desc(kycNotes.at), desc(kycNotes.id))
    .limit(SHOWN);
  return notes.map(({ note, by }) => ({
    id: note.id,
    text: note.text,
    by: { id: by.id, name: fullName(by) },
    at: note.at.toISOString(),
  }));
}
