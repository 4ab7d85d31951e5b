import "server-only";
import { formatMoney } from "@/lib/format";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { addMs, DAY_MS, HOUR_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import type { DemoKycCase } from "@/lib/server/db/seed/kyc";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { seedId } from "@/lib/server/db/seed/random";
import type { DemoPaymentRows } from "@/lib/server/db/seed/transactions";
import { programmeRecordRef } from "@/lib/server/grant/programme-record";
import { addGrantApplications } from "./applications";
import type { PastProgramme } from "./model";
import { addGrantPayouts } from "./payouts";
import { PROGRAMME_STORIES } from "./stories";
import type { ProgrammeStory } from "./story";

const NAIRA_KOBO = 100;

/** Builds the demo programmes with applications and payouts, and adds the payouts to the demo `payments`. */
export function buildGrants(
  clock: SeedClock,
  {
    people,
    cases,
    payments,
  }: { people: readonly DemoCitizen[]; cases: readonly DemoKycCase[]; payments: DemoPaymentRows },
): PastProgramme[] {
  return PROGRAMME_STORIES.map((story, index) => {
    const programme = programmeOf(clock, story, index);
    if (story.state === "draft") return programme;
    addGrantApplications(clock, programme, { people, cases });
    addGrantPayouts(clock, programme, payments);
    return programme;
  });
}

function programmeOf(clock: SeedClock, story: ProgrammeStory, index: number): PastProgramme {
  const midnight = clock.ago(2 * DAY_MS);
  const day = (days: number | undefined) =>
    days === undefined ? null : addMs(midnight, (2 - days) * DAY_MS + 9 * HOUR_MS);
  const createdAt = addMs(midnight, (2 - (story.opens ?? 1) - 4) * DAY_MS + 10 * HOUR_MS);
  const id = seedId("grant programme", index);
  const row: PastProgramme["row"] = {
    id,
    name: story.name,
    sponsor: story.sponsor,
    purpose: story.purpose,
    publicText: story.about,
    state: story.state,
    awardKind: story.award,
    amount: story.amount * NAIRA_KOBO,
    budget: story.budget * NAIRA_KOBO,
    committed: 0,
    paid: 0,
    opensAt: day(story.opens),
    closesAt: day(story.closes),
    tierMin: story.tierMin ?? null,
    lgas: [],
    groupId: null,
    ageMin: story.ages?.[0] ?? null,
    ageMax: story.ages?.[1] ?? null,
    questions: story.questions.map(({ kind, label, choices }, nth) => ({
      id: seedId("grant question", index * 10 + nth),
      kind,
      label,
      required: true,
      choices: [...choices],
    })),
    documents: story.documents.map((label, nth) => ({
      id: seedId("grant paper", index * 10 + nth),
      label,
      required: nth === 0,
      is_photo: nth === 0,
    })),
    publishesAwards: story.publishes ?? false,
    copiedFrom: null,
    createdBy: demoAdminId("civic"),
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  const programme: PastProgramme = { index, story, row, applications: [], batches: [], actions: [] };
  const actionBase = { adminId: demoAdminId("civic"), record: programmeRecordRef(row) };
  const after = {
    name: row.name,
    sponsor: row.sponsor,
    amount: formatMoney(row.amount),
    budget: formatMoney(row.budget),
  };
  programme.actions.push({ ...actionBase, at: createdAt, action: "grant.createProgramme", before: null, after });
  const move = (at: Date | null, from: string, to: string, action: string) => {
    if (!at) return;
    programme.actions.push({
      ...actionBase,
      adminId: demoAdminId("owner"),
      at,
      action,
      before: { state: from },
      after: { state: to },
    });
    row.updatedAt = at;
    row.version += 1;
  };
  if (story.state === "draft") return programme;
  move(addMs(createdAt, DAY_MS), "draft", "open", "grant.openProgramme");
  if (story.state !== "open") move(row.closesAt, "open", "closed", "grant.closeProgramme");
  if (story.state === "completed") move(day(story.completed), "closed", "completed", "grant.completeProgramme");
  return programme;
}
