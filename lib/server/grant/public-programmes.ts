import "server-only";
import { and, asc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { PublicProgramme } from "@/lib/contract/grant.app";
import { plainTextOf } from "@/lib/contract/rich-text.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { htmlOf } from "@/lib/server/rich-text/html";
import { acceptsApplications } from "./eligibility";
import type { ProgrammeRecord } from "./programme-record";

/** Maximum number of programmes in the public list, which has no pages. Far above the usual number. */
const MAX_PROGRAMMES = 500;

/** Lists open programmes whose window has not ended, next to close first. */
export async function listPublicProgrammes(db: Queryable): Promise<{ items: PublicProgramme[] }> {
  const isOpen = and(eq(grantProgrammes.state, "open"), gt(grantProgrammes.closesAt, sql`now()`));
  return { items: (await readWhere(db, isOpen)).flatMap(toPublicProgrammes) };
}

/** Returns a programme, even if it accepts no more applications. @throws 404, also for a draft */
export async function readPublicProgramme(db: Queryable, programmeId: string): Promise<PublicProgramme> {
  const [programme] = await readWhere(db, and(eq(grantProgrammes.id, programmeId), ne(grantProgrammes.state, "draft")));
  const [result] = programme ? toPublicProgrammes(programme) : [];
  if (!result) throw refuse.notFound("programme");
  return result;
}

const readWhere = (db: Queryable, where: SQL | undefined) =>
  db
    .select()
    .from(grantProgrammes)
    .where(where)
    .orderBy(asc(grantProgrammes.closesAt), asc(grantProgrammes.id))
    .limit(MAX_PROGRAMMES);

/** Returns the public fields of a programme, without budget and group, as a list that is empty if the programme has no window. */
function toPublicProgrammes(programme: ProgrammeRecord): PublicProgramme[] {
  const { opensAt, closesAt, publicText } = programme;
  if (!opensAt || !closesAt) return [];
  return [
    {
      id: programme.id,
      name: programme.name,
      sponsor: programme.sponsor,
      purpose: programme.purpose,
      html: publicText ? htmlOf(publicText, () => null) : "",
      text: publicText ? plainTextOf(publicText) : "",
      award_kind: programme.awardKind,
      amount: programme.amount,
      opens_at: opensAt.toISOString(),
      closes_at: closesAt.toISOString(),
      takes_applications: acceptsApplications(programme, new Date()),
      tier_min: programme.tierMin,
      lgas: programme.lgas,
      age_min: programme.ageMin,
      age_max: programme.ageMax,
      is_for_group: programme.groupId !== null,
      questions: programme.questions.map(({ id, kind, label, required, choices }) => {
        return { id, kind, label, required, choices };
      }),
      documents: programme.documents.map(({ id, label, required, is_photo }) => ({ id, label, required, is_photo })),
      publishes_awards: programme.publishesAwards,
    },
  ];
}
