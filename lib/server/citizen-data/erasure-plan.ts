import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { ErasurePlan } from "@/lib/contract/user-data";
import {
  ERASED_PARTS,
  ERASURE_OBSTACLE_TEXTS,
  type ErasedPart,
  IDENTITY_RETENTION_YEARS,
} from "@/lib/contract/user-data.values";
import { formatDay } from "@/lib/format";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { citizenErasures } from "@/lib/server/db/schema/citizen-data";
import type { UserRecord } from "@/lib/server/user/status";
import { readErasureObstacles } from "./erasure-obstacles";
import { erasablePartsWithData } from "./parts-with-data";

const ERASABLE_DURING_RETENTION: readonly ErasedPart[] = [
  "contact_details",
  "devices",
  "app_activity",
  "pins",
  "rejected_documents",
  "submission_origin",
  "correction_details",
  "services",
  "service_audit_trail",
];
const ERASABLE_WITHOUT_RETENTION = ERASED_PARTS.filter((part) => part !== "service_audit_trail");

/**
 * Returns what an erasure would erase now, and what stays, for how long and why. Identity and payments of a customer must be kept for
 * `IDENTITY_RETENTION_YEARS` after the closing. A person with an approved identity, a wallet entry or a tier was a customer; an imported
 * customer has a tier without an identity request. Open payments, open cases and a hold prevent the erasure.
 */
export async function planErasure(db: Queryable, user: UserRecord): Promise<ErasurePlan> {
  const found = await db.execute<{
    identity: boolean;
    payments: boolean;
    reports: boolean;
    services: boolean;
  }>(sql`select
    exists (select 1 from kyc_requests where user_id = ${user.id} and state in ('approved', 'revoked')) as identity,
    exists (select 1 from ledger_postings where account_id = ${user.id})
      or exists (select 1 from transactions where user_id = ${user.id} or counterparty_id = ${user.id}) as payments,
    exists (select 1 from ireports where reporter_id = ${user.id}) as reports,
    exists (select 1 from grant_applications where user_id = ${user.id})
      or exists (select 1 from event_orders where user_id = ${user.id}) as services`);
  const [facts] = found.rows;
  if (!facts) throw new Error("No facts were read.");
  const { identity, payments, reports, services } = facts;
  const isKept = (identity || payments || user.tier > 0) && !isPeriodOver(user);
  const end = lastDay(user);
  const kept = [
    isKept && `Name, phone number, date of birth and identity requests with their approved documents: ${end}.`,
    payments &&
      (isKept
        ? `Payments and wallet entries: ${end}.`
        : "Amounts, times and states of payments and wallet entries, without texts and names: they are the books."),
    services &&
      "Amounts, decisions and states of grant applications and ticket orders, without texts and files: they prove where public money went.",
    reports &&
      "Category, local government area, times and state of reports, without texts, places and photos: figures of the state's work.",
    isKept
      ? `The audit trail of the account and of payments, also names in it: ${end}.`
      : "The audit trail without names and changed values: it proves who did what and when.",
  ];
  const obstacles = user.status === "closed" ? await readErasureObstacles(db, user.id) : [];
  return {
    obstacle:
      user.status === "closed"
        ? obstacles.map((each) => ERASURE_OBSTACLE_TEXTS[each]).join(" ") || null
        : CLOSE_ACCOUNT_FIRST_MESSAGE,
    erased: await erasablePartsWithData(db, user.id, isKept ? ERASABLE_DURING_RETENTION : ERASABLE_WITHOUT_RETENTION),
    kept: kept.filter((each) => each !== false),
    last_erased_at: (await lastErasure(db, user.id))?.toISOString() ?? null,
  };
}

/** Error message if all erasable data is erased. */
export const NOTHING_TO_ERASE_MESSAGE = "Nothing is left that can be erased.";
/** Error message for the erasure of an open account. */
export const CLOSE_ACCOUNT_FIRST_MESSAGE =
  "The account is open. Close it first: that shows open balances, payments, orders, requests and grants.";

/** Returns the end of the period for which the law requires to keep the records of a customer; null for an open account. */
function endOfPeriod({ status, statusChangedAt }: UserRecord): Date | null {
  if (status !== "closed" || !statusChangedAt) return null;
  const end = new Date(statusChangedAt);
  end.setUTCFullYear(end.getUTCFullYear() + IDENTITY_RETENTION_YEARS);
  return end;
}

function isPeriodOver(user: UserRecord): boolean {
  const end = endOfPeriod(user);
  return end !== null && end <= new Date();
}

/** Returns until when the law requires to keep the records: five years from the closing. */
function lastDay(user: UserRecord): string {
  const rule = `${IDENTITY_RETENTION_YEARS} years after the closing, as the law against money laundering requires`;
  const end = endOfPeriod(user);
  return end === null ? rule : `until ${formatDay(lagosDayOf(end))}, ${rule}`;
}

async function lastErasure(db: Queryable, userId: string): Promise<Date | undefined> {
  const [last] = await db
    .select({ at: citizenErasures.erasedAt })
    .from(citizenErasures)
    .where(and(eq(citizenErasures.userId, userId)))
    .orderBy(desc(citizenErasures.erasedAt))
    .limit(1);
  return last?.at;
}
