import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { AUDIT_CHARACTERS, auditTrails as t } from "@/lib/server/db/schema/system-logs";

/**
 * Rows of today are short (schema/system-logs.ts). Older ones may have a refusal of a megabyte, or long values: anyone who
 * reads the trail reads it by bytes as well as by rows.
 */

/** Bytes of what a row's values take as text. */
export const bytesOfValues = sql`coalesce(octet_length(${t.before}::text), 0) + coalesce(octet_length(${t.after}::text), 0)`;

/** Bytes of a whole row, without what has a fixed size. The length of a stored text is known without reading it. */
export const bytesOfRow = sql`${bytesOfValues} + ${sql.join(
  [t.action, t.refusal, t.recordType, t.recordId, t.recordName, t.adminName, t.address, t.device, t.requestId].map(
    (text) => sql`coalesce(octet_length(${text}), 0)`,
  ),
  sql` + `,
)}`;

/** A text that may be an old long one, as a list or file shows it: its beginning is read, and the rest is left where it is. */
function shown(text: SQL | typeof t.refusal, most: number): SQL<string | null> {
  const limit = sql.raw(String(most));
  // So many characters never take more than four times as many bytes.
  return sql<
    string | null
  >`case when octet_length(${text}) > 4 * ${limit} then left(${text}, ${limit}) || '…' else ${text} end`;
}

export const shownRefusal = shown(t.refusal, AUDIT_CHARACTERS.refusal);
export const shownName = sql<string | null>`left(${t.recordName}, ${sql.raw(String(AUDIT_CHARACTERS.recordName))})`;
