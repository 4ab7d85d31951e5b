import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { AUDIT_TEXT_MAX_CHARACTERS, auditTrails as t } from "@/lib/server/db/schema/system-logs";

/**
 * New rows are short (schema/system-logs.ts), but older ones may contain a refusal of a megabyte or long values.
 * Queries therefore limit the bytes that they read, in addition to the rows.
 */

/** SQL: bytes of a row's values before and after the change. */
export const bytesOfValues = sql`coalesce(octet_length(${t.before}::text), 0) + coalesce(octet_length(${t.after}::text), 0)`;

/** Bytes of a row's texts and values. PostgreSQL knows the length of a stored text without reading it. */
export const bytesOfRow = sql`${bytesOfValues} + ${sql.join(
  [t.action, t.refusal, t.recordType, t.recordId, t.recordName, t.adminName, t.address, t.device, t.requestId].map(
    (text) => sql`coalesce(octet_length(${text}), 0)`,
  ),
  sql` + `,
)}`;

/** Truncates an old long text to `maxLength` characters, so that PostgreSQL reads only its beginning. */
function truncated(text: SQL | typeof t.refusal, maxLength: number): SQL<string | null> {
  const limit = sql.raw(String(maxLength));
  // Truncates only texts of more than `4 * limit` bytes, which certainly exceed the limit: a character has at most four bytes.
  return sql<
    string | null
  >`case when octet_length(${text}) > 4 * ${limit} then left(${text}, ${limit}) || '…' else ${text} end`;
}

/** SQL: text of a refusal, truncated if it is an old long one. */
export const truncatedRefusal = truncated(t.refusal, AUDIT_TEXT_MAX_CHARACTERS.refusal);

/** SQL: name of the record, for lists. If only the name is null, it was erased with the data of a citizen. */
export const shownRecordName = sql<string | null>`case when ${t.recordName} is null and ${t.recordType} is not null
  then 'Erased on request' else left(${t.recordName}, ${sql.raw(String(AUDIT_TEXT_MAX_CHARACTERS.recordName))}) end`;
