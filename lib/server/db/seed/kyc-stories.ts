import "server-only";
import type { KycFlag, KycReason, KycState } from "@/lib/contract/kyc.values";
import { DAY_MS, HOUR_MS, MINUTE_MS, RECENT_MS } from "./clock";
import { createRandom, type SeedRandom } from "./random";

/** Problem of an identity request: either one that raises a flag, or one that is visible only in the documents. */
export type KycProblem = KycFlag | "blurred_front" | "other_face" | "missing_back" | "other_birth_date";

type CaseOutline = {
  state: KycState;
  cause?: KycProblem;
  reason?: KycReason;
  /** True if the citizen submitted again after an earlier request was rejected. */
  again?: true;
};

/** Number of identity requests of each kind, 300 in total. A duplicate also raises a flag on the request whose identity it repeats. */
const CASE_OUTLINES: readonly [count: number, plot: CaseOutline][] = [
  [91, { state: "pending" }],
  [12, { state: "pending", again: true }],
  [3, { state: "pending", cause: "duplicate_number" }],
  [1, { state: "pending", cause: "duplicate_photo" }],
  [2, { state: "pending", cause: "under_18" }],
  [3, { state: "pending", cause: "name_differs" }],
  [2, { state: "pending", cause: "document_expired" }],
  [3, { state: "pending", cause: "blurred_front" }],
  [2, { state: "pending", cause: "other_face" }],
  [1, { state: "pending", cause: "missing_back" }],
  [23, { state: "in_review" }],
  [1, { state: "in_review", cause: "name_differs" }],
  [1, { state: "in_review", cause: "blurred_front" }],
  [89, { state: "approved" }],
  [5, { state: "approved", again: true }],
  [1, { state: "approved", cause: "name_differs" }],
  [2, { state: "rejected", reason: "suspected_fraud", cause: "duplicate_number" }],
  [1, { state: "rejected", reason: "suspected_fraud", cause: "duplicate_photo" }],
  [2, { state: "rejected", reason: "suspected_fraud" }],
  [4, { state: "rejected", reason: "under_age", cause: "under_18" }],
  [1, { state: "rejected", reason: "document_expired", cause: "document_expired" }],
  [2, { state: "rejected", reason: "details_do_not_match", cause: "name_differs" }],
  [6, { state: "rejected", reason: "details_do_not_match", cause: "other_birth_date" }],
  [7, { state: "rejected", reason: "selfie_does_not_match", cause: "other_face" }],
  [5, { state: "rejected", reason: "other" }],
  [9, { state: "resubmission_requested", reason: "unreadable_document", cause: "blurred_front" }],
  [4, { state: "resubmission_requested", reason: "document_missing", cause: "missing_back" }],
  [3, { state: "resubmission_requested", reason: "document_expired", cause: "document_expired" }],
  [1, { state: "resubmission_requested", reason: "details_do_not_match", cause: "name_differs" }],
  [3, { state: "resubmission_requested", reason: "details_do_not_match", cause: "other_birth_date" }],
  [1, { state: "revoked", reason: "suspected_fraud", cause: "duplicate_number" }],
  [3, { state: "revoked", reason: "suspected_fraud" }],
  [3, { state: "revoked", reason: "details_do_not_match" }],
  [3, { state: "revoked", reason: "other" }],
];

/** Demo admins who decide identity requests. */
export type KycOfficer = "kyc" | "owner";
/** A demo identity request with its history. */
export type KycStory = CaseOutline & {
  /** Time of submission, in ms before the seeding. The other times of the story are in the same unit. */
  submitted: number;
  /** Time of the first decision. For a revoked request, the time of the approval before the revocation. */
  decided: number | null;
  revoked: number | null;
  /** The assigned officer, who stays assigned after the decision; null if the request is unassigned. */
  officer: KycOfficer | null;
  /** True if the officer claimed the request before deciding it. */
  wasTaken: boolean;
};

/** Returns the stories of all demo identity requests in the order of submission, oldest first. */
export function createKycStories(): KycStory[] {
  const outlines = CASE_OUTLINES.flatMap(([count, outline]) => Array.from({ length: count }, () => outline));
  const countByState = new Map<KycState, number>();
  return createRandom("stories")
    .shuffled(outlines)
    .map((outline) => {
      const index = countByState.get(outline.state) ?? 0;
      countByState.set(outline.state, index + 1);
      return { ...outline, ...createTimeline(outline, index) };
    })
    .sort((a, b) => b.submitted - a.submitted);
}

type CaseTimeline = Omit<KycStory, keyof CaseOutline>;

function createTimeline({ state }: CaseOutline, index: number): CaseTimeline {
  const random = createRandom(`course ${state} ${index}`);
  const undecided = { decided: null, revoked: null, wasTaken: false };
  if (state === "pending") return { ...undecided, officer: null, submitted: waitingAgeMs(random, index, 12, 9) };
  if (state === "in_review")
    return { ...undecided, officer: index % 6 === 5 ? "owner" : "kyc", submitted: waitingAgeMs(random, index, 2, 2) };
  if (state === "revoked") return createRevokedTimeline(random);
  const decidedCourse = {
    revoked: null,
    wasTaken: random.chance(0.3),
    officer: random.chance(0.12) ? "owner" : "kyc",
  } as const;
  if (index % 6 === 0) {
    const decided = random.between(10 * MINUTE_MS, 26 * HOUR_MS);
    return { ...decidedCourse, decided, submitted: random.between(decided + HOUR_MS, RECENT_MS) };
  }
  const decided = pickOfficeTime(random, 2 + Math.floor(56 * random.next() ** 2));
  return { ...decidedCourse, decided, submitted: decided + pickResponseMs(random) };
}

function createRevokedTimeline(random: SeedRandom): CaseTimeline {
  const daysAgo = random.whole(12, 50);
  const decided = pickOfficeTime(random, daysAgo);
  const revoked = pickOfficeTime(random, daysAgo - random.whole(2, 9));
  return { decided, revoked, submitted: decided + pickResponseMs(random), wasTaken: true, officer: "kyc" };
}

/**
 * Returns the age of a waiting request in ms: the first requests are late (over 24 h), the next are due within two hours, the rest are
 * new.
 */
function waitingAgeMs(random: SeedRandom, index: number, lateCount: number, dueSoon: number): number {
  if (index < lateCount) return random.between(24.2 * HOUR_MS, RECENT_MS);
  if (index < lateCount + dueSoon) return random.between(22.1 * HOUR_MS, 23.9 * HOUR_MS);
  return random.between(4 * MINUTE_MS, 21.9 * HOUR_MS);
}

/** Picks a time between 8:00 and 18:00 in Lagos, in ms before midnight. `daysAgo` must be at least 2, see RECENT_MS. */
const pickOfficeTime = (random: SeedRandom, daysAgo: number) =>
  daysAgo * DAY_MS - random.between(8 * HOUR_MS, 18 * HOUR_MS);

/** Picks a response time in ms, mostly within the 24 h that citizens are promised. */
const pickResponseMs = (random: SeedRandom) =>
  random.chance(0.9) ? random.between(HOUR_MS, 22 * HOUR_MS) : random.between(24 * HOUR_MS, 36 * HOUR_MS);
