import "server-only";
import type { KycRisk } from "@/lib/contract/kyc.submission";
import { KYC_FLAGS, type KycFlag, MANY_REQUESTS_LIMITS } from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/api/context";
import { isAdult, lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import type { kycRequests } from "@/lib/server/db/schema/kyc";
import type { users } from "@/lib/server/db/schema/user";
import { namesDiffer } from "./compare-names";
import { type RelatedRequest, requestsWithSameNumber, requestsWithSameOrigin } from "./find-related";
import { findSamePhotos } from "./same-photos";

type KycRequest = typeof kycRequests.$inferSelect;
type UserRecord = typeof users.$inferSelect;
type Finding = { detail: string; requests: RelatedRequest[] };

/** Finds a request's risks in stored data, in the order of the flags (docs/rules.md, KYC management, risk flags). */
export async function readRisks(db: Queryable, request: KycRequest, user: UserRecord): Promise<KycRisk[]> {
  const findings: Record<KycFlag, Finding | null> = {
    duplicate_number: ifFound(await requestsWithSameNumber(db, request), ""),
    duplicate_photo: ifFound(await findSamePhotos(db, request), ""),
    under_18: isAdult(request.dateOfBirth, request.submittedAt) ? null : alone("On the day of the request, in Lagos."),
    name_differs: namesDiffer(request, user) ? alone(`The account says ${accountName(user)}.`) : null,
    document_expired: isExpired(request) ? alone("") : null,
    many_requests: await findManyFromOneOrigin(db, request),
  };
  return KYC_FLAGS.flatMap((flag) => {
    const finding = findings[flag];
    return finding ? [{ flag, detail: finding.detail, requests: finding.requests.map(toApiMatch) }] : [];
  });
}

const alone = (detail: string): Finding => ({ detail, requests: [] });
const ifFound = (requests: RelatedRequest[], detail: string): Finding | null =>
  requests.length ? { detail, requests } : null;

const accountName = ({ firstName, middleName, lastName }: UserRecord) =>
  [firstName, middleName, lastName].filter(Boolean).join(" ");

const isExpired = ({ identityExpiresOn, submittedAt }: KycRequest) =>
  identityExpiresOn !== null && identityExpiresOn < lagosDayOf(submittedAt);

async function findManyFromOneOrigin(db: Queryable, request: KycRequest) {
  const requests = await requestsWithSameOrigin(db, request);
  const [origin] = [...new Set(requests.map((each) => each.from))];
  if (!origin) return null;
  const within = { device: "30 days", address: "a day" }[origin];
  return ifFound(requests, `${MANY_REQUESTS_LIMITS[origin].users} users or more from one ${origin} within ${within}.`);
}

const toApiMatch = ({
  id,
  reference,
  state,
  detail,
  photo,
  ...person
}: RelatedRequest): KycRisk["requests"][number] => ({
  id,
  reference,
  name: fullName(person),
  state,
  detail,
  photo,
});
