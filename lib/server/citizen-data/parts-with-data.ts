import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { ErasedPart } from "@/lib/contract/user-data.values";
import type { Queryable } from "@/lib/server/db/client";
import { ERASED_PERSON_NAME, isApprovalAboutMoneyOf } from "./erase-rows";

const fullErasedName = `${ERASED_PERSON_NAME.first} ${ERASED_PERSON_NAME.last}`;

/** SQL conditions by part: true if data exists that erasing the part (erase-rows.ts) would erase. */
const HAS_DATA: Record<ErasedPart, (user: SQL) => SQL> = {
  contact_details: (user) => sql`exists (select 1 from users
    where id = ${user} and (email is not null or address <> '' or status_message is not null))`,
  devices: (user) => sql`exists (select 1 from user_devices where user_id = ${user})`,
  app_activity: (user) => sql`(exists (select 1 from broadcast_opens where user_id = ${user})
    or exists (select 1 from announcement_reads where user_id = ${user})
    or exists (select 1 from faq_votes where user_id = ${user}))`,
  pins: (user) => sql`exists (select 1 from pinned_records where kind = 'user' and record_id = ${user})`,
  rejected_documents: (user) => sql`(exists (select 1 from kyc_requests r join kyc_documents d on d.kyc_id = r.id
      where r.user_id = ${user} and r.state = 'rejected')
    or exists (select 1 from grant_applications a join grant_documents d on d.application_id = a.id
      where a.user_id = ${user} and a.state = 'rejected'))`,
  submission_origin: (user) => sql`exists (select 1 from kyc_requests
    where user_id = ${user} and (submitted_device is not null or submitted_address is not null))`,
  // Includes pending requests to correct the citizen's details, because the erasure withdraws them and erases their values.
  correction_details: (user) => sql`exists (select 1 from approvals where kind = 'user.correct'
    and record_type = 'user' and record_id = ${user}::text and payload <> '{}')`,
  services: (user) => sql`(count_personal_rows(${user}, 'services') > 0
    or exists (select 1 from ireports r join ireport_photos p on p.ireport_id = r.id where r.reporter_id = ${user})
    or exists (select 1 from grant_applications a join grant_documents d on d.application_id = a.id
      where a.user_id = ${user})
    or exists (select 1 from grant_applications a join grant_fingerprints f on f.application_id = a.id
      where a.user_id = ${user}))`,
  service_audit_trail: (user) => sql`exists (select 1 from audit_rows_about_services(${user}) as about(id)
    where not exists (select 1 from audit_erasures e where e.audit_id = about.id))`,
  payments: (user) => sql`(count_personal_rows(${user}, 'payments') > 0 or exists (select 1 from approvals
    where (reason <> '' or decision_reason is not null or basis is not null
      or record_type = 'wallet_movement' and change <> 'Erased') and ${isApprovalAboutMoneyOf(user)}))`,
  identity: (user) => sql`exists (select 1 from users where id = ${user} and phone <> '')`,
  // Ignores the audit rows of an erasure itself, which already have the erased name.
  audit_trail: (user) => sql`exists (select 1 from audit_rows_about(${user}) as about(id)
    join audit_trails t on t.id = about.id where t.record_name <> ${fullErasedName}
      and not exists (select 1 from audit_erasures e where e.audit_id = t.id))`,
};

/** Returns those of the given parts that still contain data of the citizen. */
export async function erasablePartsWithData(
  db: Queryable,
  userId: string,
  parts: readonly ErasedPart[],
): Promise<ErasedPart[]> {
  const user = sql`${userId}::uuid`;
  const columns = parts.map((part) => sql`${HAS_DATA[part](user)} as ${sql.identifier(part)}`);
  const found = await db.execute<Partial<Record<ErasedPart, boolean>>>(sql`select ${sql.join(columns, sql`, `)}`);
  return parts.filter((part) => found.rows[0]?.[part]);
}
