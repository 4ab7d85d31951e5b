import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { ErasedPart } from "@/lib/contract/user-data.values";
import type { Transaction } from "@/lib/server/db/client";
import { removeStoredFiles } from "@/lib/server/files/stored-files";
import { encryptForStorage } from "@/lib/server/secrets/write-keys";

/** Erases one part of a citizen's data. @returns the number of erased rows */
type EraseRows = (tx: Transaction, userId: string) => Promise<number>;

const run =
  (...statements: ((user: SQL) => SQL)[]): EraseRows =>
  async (tx, userId) => {
    let rows = 0;
    for (const statement of statements) rows += (await tx.execute(statement(sql`${userId}::uuid`))).rowCount ?? 0;
    return rows;
  };

const deleteDocuments =
  (table: string, condition: (user: SQL) => SQL): EraseRows =>
  async (tx, userId) => {
    const deleted = await tx.execute<{ file_id: string }>(
      sql`delete from ${sql.identifier(table)} where ${condition(sql`${userId}::uuid`)} returning file_id`,
    );
    await removeStoredFiles(
      tx,
      deleted.rows.map(({ file_id }) => file_id),
    );
    return deleted.rows.length;
  };

const ownRows = (table: string) => (user: SQL) => sql`delete from ${sql.identifier(table)} where user_id = ${user}`;

const isAboutUser = (user: SQL) => sql`record_type = 'user' and record_id = ${user}::text`;
const isAboutUserOrIdentity = (user: SQL) => sql`(${isAboutUser(user)} or record_type = 'kyc'
  and record_id = any(array(select id::text from kyc_requests where user_id = ${user})))`;

/** Name that replaces an erased one. Record names in lists and histories use it too. */
export const ERASED_PERSON_NAME = { first: "Erased", last: "Person" };

/** SQL condition: a request for approval about a payment, a manual transfer or a ticket of the citizen. */
export const isApprovalAboutMoneyOf = (user: SQL) => sql`(record_type = 'transaction' and record_id = any(array(
    select id::text from transactions where user_id = ${user}))
  or record_type = 'wallet_movement' and record_id = any(array(
    select m.id::text from wallet_movements m join transactions t on t.id = m.transaction_id where t.user_id = ${user}))
  or record_type = 'ticket' and record_id = any(array(select id::text from tickets where holder_id = ${user})))`;

/** Parts with rows that only the database function `erase_personal_rows` can change, for a stored erasure. */
export const PARTS_GUARDED_BY_DATABASE = ["services", "payments"] as const satisfies readonly ErasedPart[];

const countGuarded = async (tx: Transaction, userId: string, part: (typeof PARTS_GUARDED_BY_DATABASE)[number]) => {
  const counted = await tx.execute<{ rows: number }>(
    sql`select count_personal_rows(${userId}::uuid, ${part})::int as rows`,
  );
  return counted.rows[0]?.rows ?? 0;
};

/** Erases the guarded rows of a part. Throws an error of the database if the erasure is not stored. */
export async function eraseGuardedRows(
  tx: Transaction,
  erasureId: string,
  part: (typeof PARTS_GUARDED_BY_DATABASE)[number],
) {
  const ciphertext = await encryptForStorage(tx, "erased");
  await tx.execute(sql`select erase_personal_rows(${erasureId}::uuid, ${part}, ${ciphertext}::bytea)`);
}

type AuditPart = "audit_trail" | "service_audit_trail";

/**
 * Erases each part of a citizen's data, except the audit trail (audit/erasures.ts). The account must be closed. The caller
 * increments the user's version, and erases the guarded rows, which are counted here.
 */
export const ERASE_ROWS_OF_PART: Record<Exclude<ErasedPart, AuditPart>, EraseRows> = {
  contact_details: run(
    (user) => sql`update users set email = null, address = '', status_message = null
      where id = ${user} and (email is not null or address <> '' or status_message is not null)`,
  ),
  devices: run(ownRows("user_devices")),
  app_activity: run(ownRows("broadcast_opens"), ownRows("announcement_reads"), ownRows("faq_votes")),
  pins: run((user) => sql`delete from pinned_records where kind = 'user' and record_id = ${user}`),
  rejected_documents: async (tx, userId) =>
    (await deleteDocuments(
      "kyc_documents",
      (user) => sql`kyc_id in (select id from kyc_requests where user_id = ${user} and state = 'rejected')`,
    )(tx, userId)) +
    (await deleteDocuments(
      "grant_documents",
      (user) =>
        sql`application_id in (select id from grant_applications where user_id = ${user} and state = 'rejected')`,
    )(tx, userId)),
  submission_origin: run(
    (user) => sql`update kyc_requests set submitted_device = null, submitted_address = null
      where user_id = ${user} and (submitted_device is not null or submitted_address is not null)`,
  ),
  correction_details: run(
    (user) => sql`update approvals set payload = '{}' where kind = 'user.correct' and record_type = 'user'
      and record_id = ${user}::text and state <> 'waiting' and payload <> '{}'`,
  ),
  services: async (tx, userId) =>
    (await countGuarded(tx, userId, "services")) +
    (await deleteDocuments(
      "ireport_photos",
      (user) => sql`ireport_id in (select id from ireports where reporter_id = ${user})`,
    )(tx, userId)) +
    (await deleteDocuments(
      "grant_documents",
      (user) => sql`application_id in (select id from grant_applications where user_id = ${user})`,
    )(tx, userId)) +
    (await run(
      (user) => sql`delete from grant_fingerprints
        where application_id in (select id from grant_applications where user_id = ${user})`,
    )(tx, userId)),
  payments: async (tx, userId) =>
    (await countGuarded(tx, userId, "payments")) +
    (await run(
      (user) => sql`delete from notices where record_type = 'approval'
        and record_id = any(array(select id::text from approvals where ${isApprovalAboutMoneyOf(user)}))`,
      // Erases only the descriptions of manual transfers, because only these contain the name of the payment's owner
      // (describe-movement.ts).
      (
        user,
      ) => sql`update approvals set reason = '', decision_reason = null, basis = null, shown = null, payload = '{}',
        change = case record_type when 'wallet_movement' then 'Erased' else change end where ${isApprovalAboutMoneyOf(user)}`,
    )(tx, userId)),
  identity: async (tx, userId) => {
    // A random hash and an encrypted word keep the columns valid, and match no other request.
    const nothing = await encryptForStorage(tx, "erased");
    const rows = await run(
      (
        user,
      ) => sql`update users set first_name = ${ERASED_PERSON_NAME.first}, middle_name = '', last_name = ${ERASED_PERSON_NAME.last},
        phone = '', phone_verified_at = null, date_of_birth = '1900-01-01', app = null, external_id = null,
        status_reason = null where id = ${user} and phone <> ''`,
      (user) => sql`update kyc_requests set first_name = ${ERASED_PERSON_NAME.first}, middle_name = '',
        last_name = ${ERASED_PERSON_NAME.last}, date_of_birth = '1900-01-01', phone = '', address = '', message = null,
        flags = '{}', identity_number = ${nothing}, identity_number_last4 = '', identity_expires_on = null,
        identity_number_hash = md5(random()::text), version = version + 1 where user_id = ${user}`,
      (user) => sql`delete from kyc_notes where kyc_id in (select id from kyc_requests where user_id = ${user})`,
      (user) => sql`delete from user_notes where user_id = ${user}`,
      (user) => sql`update citizen_data_copies set reason = '' where user_id = ${user}`,
      (user) => sql`delete from notices where record_type = 'user' and record_id = ${user}::text`,
      // Also deletes notices about the request for this erasure. The notice about its approval is written later, with the erased name. The
      // request's description names no person and stays.
      (user) => sql`delete from notices where record_type = 'approval'
        and record_id = any(array(select id::text from approvals where ${isAboutUserOrIdentity(user)}))`,
      (user) => sql`update approvals set record_name = ${`${ERASED_PERSON_NAME.first} ${ERASED_PERSON_NAME.last}`},
        change = case kind when 'user.eraseData' then change else 'Erased' end, reason = '', decision_reason = null,
        basis = null, shown = null, payload = '{}' where ${isAboutUserOrIdentity(user)}`,
    )(tx, userId);
    const documents = deleteDocuments(
      "kyc_documents",
      (user) => sql`kyc_id in (select id from kyc_requests where user_id = ${user})`,
    );
    return rows + (await documents(tx, userId));
  },
};
