import "server-only";
import { APPLICATION_STATES, type ApplicationState } from "@/lib/contract/grant.values";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { encrypt } from "@/lib/server/base/secret";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { addMs, DAY_MS, HOUR_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import type { DemoKycCase } from "@/lib/server/db/seed/kyc";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { assertDefined, createRandom, type SeedRandom, seedId } from "@/lib/server/db/seed/random";
import { applicationRecordRef } from "@/lib/server/grant/application-record";
import { approvalSnapshot } from "@/lib/server/grant/approval-snapshot";
import type { PastApplication, PastProgramme } from "./model";

const NAIRA_KOBO = 100;
const PAYOUT_BANKS = [
  ["First Bank", "011"],
  ["Zenith Bank", "057"],
  ["Access Bank", "044"],
  ["United Bank for Africa", "033"],
] as const;
const REJECTION_REASONS = [
  "The answers do not say what the grant is for.",
  "The trade is not one that this programme is for.",
  "Others need it more by both scores.",
];
const REVIEW_COMMENTS = [
  "Clear plan, has customers already.",
  "Good idea, the costs are high.",
  "Hardly says what for.",
  "Well written.",
];
const AWARDED_STATES: readonly ApplicationState[] = ["approved", "disbursed", "payment_failed"];

/** Creates applications in order of time, with the number of each state that the programme's story defines. */
export function addGrantApplications(
  clock: SeedClock,
  programme: PastProgramme,
  { people, cases }: { people: readonly DemoCitizen[]; cases: readonly DemoKycCase[] },
): void {
  const random = createRandom(`grant programme ${programme.index}`);
  const { row, story } = programme;
  const opensAt = assertDefined(row.opensAt ?? undefined);
  const until = new Date(
    Math.min(addMs(clock.ago(0), -3 * HOUR_MS).getTime(), assertDefined(row.closesAt ?? undefined).getTime()),
  );
  const endStates = random.shuffled(
    APPLICATION_STATES.flatMap((state) => Array.from({ length: story.ends[state] ?? 0 }, () => state)),
  );
  const byPerson = new Map(cases.map((each) => [each.person.id, each]));
  const able = random.shuffled(people.filter((person) => canApply(clock, programme, person, byPerson.has(person.id))));
  const held = people.filter(
    ({ restriction, joinedAt }) => restriction !== null && restriction !== "no_debit" && joinedAt < opensAt,
  );
  const decidedBefore =
    story.paid === undefined ? clock.ago(0) : addMs(clock.ago(2 * DAY_MS), (2 - story.paid) * DAY_MS - 14 * HOUR_MS);
  for (const [serial, end] of endStates.entries()) {
    // Every other failed payment is for a citizen with a restricted wallet, which accepts no grant.
    const person = assertDefined(
      (end === "payment_failed" && serial % 2 === 0 && !story.documents.length ? held : able).pop() ?? able.pop(),
    );
    const isEarly = end === "disbursed" || end === "payment_failed";
    const last = isEarly ? Math.min(until.getTime(), decidedBefore.getTime() - DAY_MS) : until.getTime();
    const fraction = (serial + random.next()) / endStates.length;
    const at = new Date(opensAt.getTime() + Math.floor((last - opensAt.getTime()) * fraction));
    const application = applicationOf(programme, {
      random,
      nth: serial,
      end,
      person,
      kyc: byPerson.get(person.id) ?? null,
      at,
    });
    programme.applications.push(application);
    addApplyAction(programme, application);
    addReviews(clock, programme, application, {
      random,
      nth: serial,
      by: isEarly ? decidedBefore : clock.ago(HOUR_MS),
    });
  }
  if (story.fourIdentities) shareIdentities(programme);
}

const canApply = (clock: SeedClock, { row, story }: PastProgramme, person: DemoCitizen, hasPictures: boolean) =>
  person.status === "active" &&
  person.joinedAt < assertDefined(row.opensAt ?? undefined) &&
  (!story.ages ||
    (clock.ageOf(person.dateOfBirth) >= story.ages[0] + 0.1 &&
      clock.ageOf(person.dateOfBirth) < story.ages[1] + 0.8)) &&
  clock.ageOf(person.dateOfBirth) >= 18 &&
  (hasPictures || !story.documents.length);

type Applicant = {
  random: SeedRandom;
  nth: number;
  end: ApplicationState;
  person: DemoCitizen;
  kyc: DemoKycCase | null;
  at: Date;
};

function applicationOf(
  { index, row, story }: PastProgramme,
  { random, nth: serial, end, person, kyc, at }: Applicant,
): PastApplication {
  const id = seedId("grant application", index * 1_000 + serial);
  const toBank = end !== "payment_failed" && random.chance(0.4);
  const [bank, bankCode] = random.pick(PAYOUT_BANKS);
  const account = toBank ? `00${random.digits(8)}` : null;
  const naira = story.award === "fixed" ? story.amount : random.whole(6, story.amount / 10_000) * 10_000;
  return {
    end,
    person,
    kyc,
    account,
    device: `demo-${createRandom(`phone of ${person.id}`).digits(12)}`,
    reviews: [],
    row: {
      id,
      reference: `GRA-${id.slice(-12).toUpperCase()}`,
      programmeId: row.id,
      userId: person.id,
      state: "submitted",
      amountAsked: naira * NAIRA_KOBO,
      amount: null,
      contactPhone: person.phone,
      applicantLga: person.lga,
      applicantTier: person.tier,
      payoutKind: account ? "bank" : "wallet",
      bank: account && bank,
      bankCode: account && bankCode,
      accountName: account && fullName(person),
      accountNumber: account === null ? null : encrypt(account),
      accountLast4: account?.slice(-4) ?? null,
      answers: Object.fromEntries(
        row.questions.map(({ id: question }, place) => [
          question,
          random.pick(assertDefined(story.questions[place]).answers),
        ]),
      ),
      duplicates: [],
      duplicatesClearedBy: null,
      duplicatesClearedAt: null,
      duplicatesClearedReason: null,
      duplicatesClearedOf: [],
      reviews: 0,
      scoreSum: null,
      question: null,
      askedBy: null,
      askedAt: null,
      reply: null,
      repliedAt: null,
      reason: null,
      decidedBy: null,
      decidedAt: null,
      approvedAs: null,
      inBatch: false,
      submittedAt: at,
      updatedAt: at,
      version: 1,
    },
  };
}

function addApplyAction({ actions, row: programme }: PastProgramme, { row, person }: PastApplication): void {
  const after = {
    state: "submitted",
    programme: programme.name,
    amount_asked: formatMoney(row.amountAsked),
    payout: row.payoutKind,
    user_id: row.userId,
  };
  const citizen = { id: person.id, name: fullName(person) };
  const record = applicationRecordRef(row);
  actions.push({ at: row.submittedAt, adminId: null, citizen, action: "grant.apply", record, before: null, after });
}

/** Adds scores, questions and decisions, in order, between the submission and the time `by`. */
function addReviews(
  clock: SeedClock,
  { actions, row: programme }: PastProgramme,
  { row, end, reviews, person }: PastApplication,
  { random, nth: serial, by }: { random: SeedRandom; nth: number; by: Date },
): void {
  const [civic, owner] = [demoAdminId("civic"), demoAdminId("owner")];
  const spanMs = by.getTime() - row.submittedAt.getTime();
  const record = applicationRecordRef(row);
  const at = (fraction: number) => addMs(row.submittedAt, Math.floor(spanMs * fraction));
  const addAction = (fraction: number, admin: string, action: string, before: object, after: object) => {
    actions.push({ at: at(fraction), adminId: admin, action, record, before: { ...before }, after: { ...after } });
    row.updatedAt = at(fraction);
    row.version += 1;
  };
  const isConflict = end === "submitted" && serial % 23 === 7;
  const reviewCount = AWARDED_STATES.includes(end) ? 2 : end === "shortlisted" ? 1 + (serial % 2) : serial % 3;
  if (isConflict) {
    const conflict = "The applicant is a cousin of mine.";
    reviews.push({ applicationId: row.id, reviewerId: civic, score: null, conflict, at: at(0.2) });
    addAction(0.2, civic, "grant.declareConflict", { reviews: 0 }, { reviews: 0, conflict });
  }
  const reviewers = isConflict ? [owner] : serial % 2 ? [civic, owner] : [owner, civic];
  const baseScore = AWARDED_STATES.includes(end) ? 70 : end === "rejected" ? 25 : 50;
  for (const [place, reviewerId] of reviewers.slice(0, reviewCount).entries()) {
    const score = baseScore + random.whole(0, 28);
    reviews.push({
      applicationId: row.id,
      reviewerId,
      score,
      comment: random.pick(REVIEW_COMMENTS),
      at: at(0.25 + place / 10),
    });
    addAction(0.25 + place / 10, reviewerId, "grant.review", { reviews: place }, { reviews: place + 1 });
  }
  if (end === "submitted" && serial % 9 === 4) {
    const question = "Which tools do you want to buy, and what do they cost?";
    Object.assign(row, { question, askedBy: civic, askedAt: at(0.6) });
    addAction(0.6, civic, "grant.askApplicant", { question: null }, { question });
    if (serial % 2 === 0)
      Object.assign(row, { reply: "A sewing machine, about ₦68,000 in the market.", repliedAt: at(0.9) });
  }
  if (end === "submitted") return;
  if (end !== "rejected" || reviewCount === 2)
    addAction(0.5, civic, "grant.decide", { state: "submitted" }, { state: "shortlisted" });
  if (end === "shortlisted") return;
  Object.assign(row, { decidedBy: owner, decidedAt: at(0.8) });
  const before = { state: end !== "rejected" || reviewCount === 2 ? "shortlisted" : "submitted" };
  if (end === "rejected") {
    row.reason = random.pick(REJECTION_REASONS);
    addAction(0.8, owner, "grant.decide", before, { state: "rejected", reason: row.reason });
    return;
  }
  row.amount = programme.awardKind === "fixed" ? programme.amount : Math.min(row.amountAsked, 120_000 * NAIRA_KOBO);
  row.approvedAs = approvalSnapshot({ ...person, restrictedUntil: null, restriction: null, status: "active" }, row);
  addAction(0.8, owner, "grant.decide", before, { state: "approved", amount: formatMoney(row.amount ?? 0) });
  if (clock.ago(0) < at(0.8)) throw new Error("A decision of the demo lies ahead.");
}

const SHARED_COUNT = 4;

/** Makes applications look like duplicates: four applicants share a bank account and a phone, two others share a phone number. */
function shareIdentities({ applications }: PastProgramme): void {
  const waiting = applications.filter(({ end }) => end === "submitted");
  const [first, ...otherApplications] = waiting.slice(4, 4 + SHARED_COUNT);
  if (!first) return;
  const account = "0099887766";
  for (const each of [first, ...otherApplications]) {
    each.account = account;
    each.device = first.device;
    const accountName = fullName(each.person);
    Object.assign(each.row, { payoutKind: "bank", bank: "Zenith Bank", bankCode: "057", accountName });
    Object.assign(each.row, { accountNumber: encrypt(account), accountLast4: account.slice(-4) });
  }
  const [one, two] = waiting.slice(12, 14);
  if (one && two) two.row.contactPhone = one.row.contactPhone;
}
