import "server-only";
import { and, desc, eq, ne } from "drizzle-orm";
import type { KycSingle } from "@/lib/contract/kyc";
import type { KycFlag } from "@/lib/contract/kyc.values";
import { refuse } from "@/lib/server/api/errors";
import { awaitingOf } from "@/lib/server/approvals/awaiting";
import { timelineOf } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { kycNotes } from "@/lib/server/db/schema/kyc-review";
import { users } from "@/lib/server/db/schema/user";
import { limitsOfTier } from "@/lib/server/ledger/limits";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { notesAbout } from "@/lib/server/records/read-notes";
import { historyWords } from "@/lib/server/system-logs/action-words";
import { accountStatusOf } from "./account-status";
import { checklistOf } from "./checklist";
import { enteredOf } from "./entered-by";
import { selectRows, toRow } from "./list";
import { lastKycChangeId } from "./pulse";
import { documentsOf } from "./read-documents";
import { risksOf } from "./read-risks";

/**
 * Returns a request for its page, with only the last four digits of the identity number. Given a user's id, returns their newest
 * request, because section 2 of the specification allows both.
 */
export async function kycSingle(db: Queryable, kycOrUserId: string): Promise<KycSingle> {
  const mark = await lastKycChangeId(db);
  const [byId] = await selectRows(db).where(eq(kycRequests.id, kycOrUserId));
  const found = byId ?? (await newestOf(db, kycOrUserId));
  if (!found) throw refuse.notFound("identity request");
  const { request } = found;
  const { id } = request;
  const [user] = await db.select().from(users).where(eq(users.id, request.userId));
  if (!user) throw new Error(`KYC request ${id} has no user.`);
  const earlier = await selectRows(db)
    .where(and(eq(kycRequests.userId, request.userId), ne(kycRequests.id, id)))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(20);
  return {
    ...toRow(found),
    submitted: identityOf(request),
    account: { ...identityOf(user), email: user.email, tier: user.tier, ...accountStatusOf(user) },
    limits: { now: await limitsOfTier(db, user.tier), asked: await limitsOfTier(db, request.tier) },
    entered: await enteredOf(db, request),
    identity_number_last4: request.identityNumberLast4,
    identity_expires_on: request.identityExpiresOn,
    ...(await documentsOf(db, id)),
    risks: flagged(request.flags as KycFlag[], await risksOf(db, request, user)),
    decision: await decisionOf(db, request),
    earlier: earlier.map(toRow).map((row) => ({
      id: row.id,
      reference: row.reference,
      tier: row.tier,
      state: row.state,
      submitted_at: row.submitted_at,
    })),
    checklist: await checklistOf(db, request),
    notes: await notesAbout(db, kycNotes, kycNotes.kycId, id),
    awaiting: (await awaitingOf(db, "kyc", [id])).get(id) ?? null,
    mark,
    timeline: withSubmission(await timelineOf(db, "kyc", id), request.submittedAt),
  };
}

/** Returns the stored flags, each with its details if the risk still applies. */
const flagged = (flags: readonly KycFlag[], risks: KycSingle["risks"]): KycSingle["risks"] =>
  flags.map((flag) => risks.find((risk) => risk.flag === flag) ?? { flag, detail: "", requests: [] });

/** Adds the submission to the history of requests that are older than this app's audit trail. */
function withSubmission(timeline: KycSingle["timeline"], submittedAt: Date): KycSingle["timeline"] {
  if (timeline.some(({ action }) => action === "kyc.submit" || action === "kyc.submitFromApp")) return timeline;
  const at = submittedAt.toISOString();
  return [
    ...timeline,
    {
      id: "0",
      at,
      by: null,
      actor: "Citizen app",
      action: "kyc.submit",
      words: historyWords("kyc.submit", "kyc"),
      outcome: "done",
      changes: [],
    },
  ];
}

async function newestOf(db: Queryable, userId: string) {
  const [newest] = await selectRows(db)
    .where(eq(kycRequests.userId, userId))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(1);
  return newest;
}

type Identity = Pick<
  typeof users.$inferSelect,
  "firstName" | "middleName" | "lastName" | "dateOfBirth" | "gender" | "phone" | "address" | "lga"
>;

const identityOf = (from: Identity) => ({
  first_name: from.firstName,
  middle_name: from.middleName,
  last_name: from.lastName,
  date_of_birth: from.dateOfBirth,
  gender: from.gender,
  phone: from.phone,
  address: from.address,
  lga: from.lga,
});

async function decisionOf(db: Queryable, request: typeof kycRequests.$inferSelect): Promise<KycSingle["decision"]> {
  if (!request.decidedById || !request.decidedAt) return null;
  const [by] = await db.select().from(admins).where(eq(admins.id, request.decidedById));
  if (!by) return null;
  return {
    by: adminRefOf(by),
    at: request.decidedAt.toISOString(),
    reason: request.reason,
    message: request.message,
  };
}
