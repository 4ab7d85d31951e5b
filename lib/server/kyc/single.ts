import "server-only";
import { and, desc, eq, ne } from "drizzle-orm";
import type { KycDetails } from "@/lib/contract/kyc";
import type { KycFlag } from "@/lib/contract/kyc.values";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { latestChangePosition } from "@/lib/server/audit/changes-since";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { kycNotes } from "@/lib/server/db/schema/kyc-review";
import { users } from "@/lib/server/db/schema/user";
import { limitsOfTier } from "@/lib/server/ledger/limits";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { readNotes } from "@/lib/server/records/read-notes";
import { historyWords } from "@/lib/server/system-logs/action-words";
import { accountStatusOf } from "./account-status";
import { readKycChecklist } from "./checklist";
import { selectKycRows, toKycRow } from "./list";
import { readKycDocuments } from "./read-documents";
import { readRisks } from "./read-risks";
import { submittingOfficerOf } from "./self-decision";

/**
 * Returns a request for its page, with only the last four digits of the identity number. Given a user's id, returns their newest
 * request, because section 2 of the specification allows both.
 */
export async function readKycDetails(db: Queryable, kycOrUserId: string): Promise<KycDetails> {
  const lastChangeId = await latestChangePosition(db);
  const [byId] = await selectKycRows(db).where(eq(kycRequests.id, kycOrUserId));
  const found = byId ?? (await newestRequestOf(db, kycOrUserId));
  if (!found) throw refuse.notFound("identity request");
  const { request } = found;
  const { id } = request;
  const [user] = await db.select().from(users).where(eq(users.id, request.userId));
  if (!user) throw new Error(`KYC request ${id} has no user.`);
  const earlierRequests = await selectKycRows(db)
    .where(and(eq(kycRequests.userId, request.userId), ne(kycRequests.id, id)))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(20);
  return {
    ...toKycRow(found),
    submitted: identityFields(request),
    account: { ...identityFields(user), email: user.email, tier: user.tier, ...accountStatusOf(user) },
    limits: { now: await limitsOfTier(db, user.tier), asked: await limitsOfTier(db, request.tier) },
    entered: await submittingOfficerOf(db, request),
    identity_number_last4: request.identityNumberLast4,
    identity_expires_on: request.identityExpiresOn,
    ...(await readKycDocuments(db, id)),
    risks: risksOfFlags(request.flags as KycFlag[], await readRisks(db, request, user)),
    decision: await readDecision(db, request),
    earlier: earlierRequests.map(toKycRow).map((row) => ({
      id: row.id,
      reference: row.reference,
      tier: row.tier,
      state: row.state,
      submitted_at: row.submitted_at,
    })),
    checklist: await readKycChecklist(db, request),
    notes: await readNotes(db, kycNotes, kycNotes.kycId, id),
    awaiting: (await waitingApprovalsOfRecords(db, "kyc", [id])).get(id) ?? null,
    mark: lastChangeId,
    timeline: addSubmissionEntry(await readRecordTimeline(db, "kyc", id), request.submittedAt),
  };
}

/** Returns the stored flags, each with its details if the risk still applies. */
const risksOfFlags = (flags: readonly KycFlag[], risks: KycDetails["risks"]): KycDetails["risks"] =>
  flags.map((flag) => risks.find((risk) => risk.flag === flag) ?? { flag, detail: "", requests: [] });

/** Adds the submission to the history of requests that are older than this app's audit trail. */
function addSubmissionEntry(timeline: KycDetails["timeline"], submittedAt: Date): KycDetails["timeline"] {
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

async function newestRequestOf(db: Queryable, userId: string) {
  const [newest] = await selectKycRows(db)
    .where(eq(kycRequests.userId, userId))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(1);
  return newest;
}

type IdentityColumns = Pick<
  typeof users.$inferSelect,
  "firstName" | "middleName" | "lastName" | "dateOfBirth" | "gender" | "phone" | "address" | "lga"
>;

const identityFields = (record: IdentityColumns) => ({
  first_name: record.firstName,
  middle_name: record.middleName,
  last_name: record.lastName,
  date_of_birth: record.dateOfBirth,
  gender: record.gender,
  phone: record.phone,
  address: record.address,
  lga: record.lga,
});

async function readDecision(db: Queryable, request: typeof kycRequests.$inferSelect): Promise<KycDetails["decision"]> {
  if (!request.decidedById || !request.decidedAt) return null;
  const [decidedBy] = await db.select().from(admins).where(eq(admins.id, request.decidedById));
  if (!decidedBy) return null;
  return {
    by: toAdminRef(decidedBy),
    at: request.decidedAt.toISOString(),
    reason: request.reason,
    message: request.message,
  };
}
