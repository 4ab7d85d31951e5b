import "server-only";
import { type SQL, sql } from "drizzle-orm";
import {
  APPLICATION_STATE_WORDS,
  APPLICATION_STATES,
  DUPLICATE_KINDS,
  DUPLICATE_WORDS,
  GRANT_PAYOUT_KINDS,
} from "@/lib/contract/grant.values";
import { routes } from "@/lib/contract/routes";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import {
  codeLabelColumns,
  codeListColumns,
  moneyCell,
  numberCell,
  textCell,
  timeCell,
} from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { type ApplicationFilters, applicationFilter } from "./application-filter";

const programmeName = sql`(select p.name from grant_programmes p where p.id = ${applications.programmeId})`;
const applicantSql = (expression: SQL) => sql`(select ${expression} from users u where u.id = ${applications.userId})`;
/** SQL for an application's mean score; null until both scores exist, as on screens. */
const scoreSql = sql`case when ${applications.reviews} = 2 then round(${applications.scoreSum}::numeric / 2, 2) end`;

/** Export of the application list, newest first. */
export const applicationExport: ExportList = {
  route: routes.grant.exportApplications,
  table: applications,
  key: { at: applications.submittedAt, id: applications.id, direction: "desc" },
  columns: [
    ["Reference", textCell(applications.reference)],
    ["Programme", textCell(programmeName)],
    ["Applicant", textCell(applicantSql(sql`u.first_name || ' ' || u.last_name`)), "application.name"],
    ["Phone", textCell(applicantSql(sql`u.phone`)), "application.phone"],
    ["Contact phone", textCell(applications.contactPhone), "application.contact_phone"],
    ["Email", textCell(applicantSql(sql`u.email`)), "application.email"],
    ["LGA", textCell(applications.applicantLga)],
    ["Tier", numberCell(applications.applicantTier)],
    ...codeLabelColumns("State", applications.state, APPLICATION_STATES, APPLICATION_STATE_WORDS),
    ["Requested (naira)", moneyCell(applications.amountAsked)],
    ["Awarded (naira)", moneyCell(applications.amount)],
    ["Scores in", numberCell(applications.reviews)],
    ["Score", numberCell(scoreSql)],
    ...codeListColumns("Duplicates", applications.duplicates, DUPLICATE_KINDS, DUPLICATE_WORDS),
    ["Duplicates cleared (Lagos)", timeCell(applications.duplicatesClearedAt)],
    ...codeLabelColumns("Paid to", applications.payoutKind, GRANT_PAYOUT_KINDS),
    ["Bank", textCell(applications.bank), "application.bank_account"],
    ["Account ends in", textCell(applications.accountLast4), "application.bank_account"],
    ["Submitted (Lagos)", timeCell(applications.submittedAt)],
    ["Decided (Lagos)", timeCell(applications.decidedAt)],
    ["Reason", textCell(applications.reason)],
  ],
  filter: (filter, admin) => applicationFilter(filter as ApplicationFilters, admin.id),
};
