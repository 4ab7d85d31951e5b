import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { grantCallsFromApp } from "@/lib/contract/grant.app";
import { routes } from "@/lib/contract/routes";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { moneyCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { countFromDayTotals } from "@/lib/server/totals/day-totals";

type AwardsInput = InputOf<typeof grantCallsFromApp.publicAwards>;

/** Returns an SQL condition: paid applications of a programme. Approved but unpaid ones are not published. */
const isPaidAward = (programmeId: string) =>
  and(eq(grantApplications.programmeId, programmeId), eq(grantApplications.state, "disbursed"));

/** Lists paid applicants by name; amounts in kobo. @throws 404 for an unknown programme or unpublished awards */
export async function listPublicAwards(db: Queryable, { programmeId, page, size }: AwardsInput) {
  const [programme] = await db
    .select({ state: grantProgrammes.state })
    .from(grantProgrammes)
    .where(and(eq(grantProgrammes.id, programmeId), eq(grantProgrammes.publishesAwards, true)));
  if (!programme || programme.state === "draft") throw refuse.notFound("award list");
  const found = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      lga: grantApplications.applicantLga,
      amount: grantApplications.amount,
    })
    .from(grantApplications)
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .where(isPaidAward(programmeId))
    .orderBy(asc(sql`lower(${users.firstName})`), asc(sql`lower(${users.lastName})`), asc(grantApplications.id))
    .limit(size)
    .offset(page * size);
  const items = found.map(({ lga, amount, ...person }) => ({ name: fullName(person), lga, amount: amount ?? 0 }));
  const total = await countFromDayTotals(db, { list: "applications", facets: [`programme:${programmeId}:disbursed`] });
  return toPagedList({ page, size }, items, toCappedTotal(total));
}

/** Returns the input if its programme exists. @throws 404 if it does not */
export async function requireProgramme<T extends { programmeId: string }>(db: Queryable, input: T): Promise<T> {
  const found = await db
    .select({ id: grantProgrammes.id })
    .from(grantProgrammes)
    .where(eq(grantProgrammes.id, input.programmeId));
  if (!found.length) throw refuse.notFound("programme");
  return input;
}

const userName = sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${grantApplications.userId})`;
const programmeName = sql`(select p.name from grant_programmes p where p.id = ${grantApplications.programmeId})`;
const paidAt = sql`(select t.completed_at from grant_batch_rows r join transactions t on t.id = r.transaction_id
  where r.application_id = ${grantApplications.id} and r.state = 'paid')`;

/** Export of a programme's published awards, in the order of submission. */
export const awardExport: ExportList = {
  route: routes.grant.exportAwards,
  table: grantApplications,
  key: { at: grantApplications.submittedAt, id: grantApplications.id, direction: "asc" },
  columns: [
    ["Programme", textCell(programmeName)],
    ["Name", textCell(userName), "award.name"],
    ["LGA", textCell(grantApplications.applicantLga)],
    ["Amount (naira)", moneyCell(grantApplications.amount)],
    ["Application", textCell(grantApplications.reference)],
    ["Paid (Lagos)", timeCell(paidAt)],
  ],
  filter: (filter) => isPaidAward(String(filter.programmeId)),
};
