import "server-only";
import { formatMoney } from "@/lib/format";
import { adminId } from "@/lib/server/db/seed/admins";
import { type Clock, DAY, HOUR, later } from "@/lib/server/db/seed/clock";
import type { Case } from "@/lib/server/db/seed/kyc";
import type { Person } from "@/lib/server/db/seed/people";
import { idOf } from "@/lib/server/db/seed/random";
import type { Payments } from "@/lib/server/db/seed/transactions";
import { programmeRecord } from "@/lib/server/grant/programme-record";
import { applyTo } from "./applications";
import type { PastProgramme } from "./model";
import { payFrom } from "./payouts";
import { PROGRAMMES } from "./stories";
import type { ProgrammeStory } from "./story";

const NAIRA = 100;

/** Builds the demo programmes with applications and payouts, and adds the payouts to `payments`. */
export function buildGrants(
  clock: Clock,
  { people, cases, payments }: { people: readonly Person[]; cases: readonly Case[]; payments: Payments },
): PastProgramme[] {
  return PROGRAMMES.map((story, index) => {
    const programme = programmeOf(clock, story, index);
    if (story.state === "draft") return programme;
    applyTo(clock, programme, { people, cases });
    payFrom(clock, programme, payments);
    return programme;
  });
}

function programmeOf(clock: Clock, story: ProgrammeStory, index: number): PastProgramme {
  const midnight = clock.ago(2 * DAY);
  const day = (days: number | undefined) => (days === undefined ? null : later(midnight, (2 - days) * DAY + 9 * HOUR));
  const createdAt = later(midnight, (2 - (story.opens ?? 1) - 4) * DAY + 10 * HOUR);
  const id = idOf("grant programme", index);
  const row: PastProgramme["row"] = {
    id,
    name: story.name,
    sponsor: story.sponsor,
    purpose: story.purpose,
    publicText: story.about,
    state: story.state,
    awardKind: story.award,
    amount: story.amount * NAIRA,
    budget: story.budget * NAIRA,
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
      id: idOf("grant question", index * 10 + nth),
      kind,
      label,
      required: true,
      choices: [...choices],
    })),
    documents: story.documents.map((label, nth) => ({
      id: idOf("grant paper", index * 10 + nth),
      label,
      required: nth === 0,
      is_photo: nth === 0,
    })),
    publishesAwards: story.publishes ?? false,
    copiedFrom: null,
    createdBy: adminId("civic"),
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  const programme: PastProgramme = { index, story, row, applications: [], batches: [], actions: [] };
  const step = { adminId: adminId("civic"), record: programmeRecord(row) };
  const after = {
    name: row.name,
    sponsor: row.sponsor,
    amount: formatMoney(row.amount),
    budget: formatMoney(row.budget),
  };
  programme.actions.push({ ...step, at: createdAt, action: "grant.createProgramme", before: null, after });
  const move = (at: Date | null, from: string, to: string, action: string) => {
    if (!at) return;
    programme.actions.push({
      ...step,
      adminId: adminId("owner"),
      at,
      action,
      before: { state: from },
      after: { state: to },
    });
    row.updatedAt = at;
    row.version += 1;
  };
  if (story.state === "draft") return programme;
  move(later(createdAt, DAY), "draft", "open", "grant.openProgramme");
  if (story.state !== "open") move(row.closesAt, "open", "closed", "grant.closeProgramme");
  if (story.state === "completed") move(day(story.completed), "closed", "completed", "grant.completeProgramme");
  return programme;
}
