import "server-only";
import { and, asc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { PublicProgramme } from "@/lib/contract/grant.app";
import { plainTextOf } from "@/lib/contract/rich-text.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { htmlOf } from "@/lib/server/rich-text/html";
import { takesApplications } from "./eligibility";
import type { ProgrammeRecord } from "./programme-record";

/** More than a state ever has open at a time; the answer is one page. */
const MOST = 500;

/** Open programmes whose window has not passed, those that close next first. */
export async function publicProgrammes(db: Queryable): Promise<{ items: PublicProgramme[] }> {
  const isOpen = and(eq(grantProgrammes.state, "open"), gt(grantProgrammes.closesAt, sql`now()`));
  return { items: (await published(db, isOpen)).flatMap(forAnyone) };
}

/** Also one that takes no applications any more. @throws 404 for a draft */
export async function publicProgramme(db: Queryable, programmeId: string): Promise<PublicProgramme> {
  const [programme] = await published(db, and(eq(grantProgrammes.id, programmeId), ne(grantProgrammes.state, "draft")));
  const [shown] = programme ? forAnyone(programme) : [];
  if (!shown) throw refuse.notFound("programme");
  return shown;
}

const published = (db: Queryable, where: SQL | undefined) =>
  db
    .select()
    .from(grantProgrammes)
    .where(where)
    .orderBy(asc(grantProgrammes.closesAt), asc(grantProgrammes.id))
    .limit(MOST);

/** Without money but what one applicant gets, and without whom it is for by name. Nothing without a window. */
function forAnyone(programme: ProgrammeRecord): PublicProgramme[] {
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
      takes_applications: takesApplications(programme, new Date()),
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
