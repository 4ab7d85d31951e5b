import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { ciphertextTag } from "@/lib/server/base/secret";
import { type AppSecret, keysOfPurpose } from "@/lib/server/base/secret-keys";
import type { Queryable } from "@/lib/server/db/client";
import { ENCRYPTED_COLUMNS, type EncryptedColumn, HASH_COLUMNS, type HashColumn } from "./columns";

/** Number of encrypted or hashed values in one column, and how many of them were made with another APP_SECRET. */
export type ColumnValueCount = { label: string; total: number; underOtherSecret: number };

/** SQL condition: the ciphertext in this column was made with another secret. */
export const isEncryptedWithOtherSecret = ({ column }: EncryptedColumn, secret: AppSecret): SQL => {
  const tag = ciphertextTag(secret);
  return sql`substring(${sql.identifier(column)} from 1 for ${sql.raw(String(tag.length))}) is distinct from ${tag}
    and ${sql.identifier(column)} is not null`;
};

/** SQL condition: the hash in this column was made with another secret. Hashes under the first secret have no key id. */
export const isHashedWithOtherSecret = ({ column, where }: HashColumn, secret: AppSecret): SQL => {
  const hash = sql.identifier(column);
  const isOther =
    keysOfPurpose(secret, "identity-number-hash").length > 1
      ? sql`${hash} not like ${`${secret.keyId}:%`}`
      : sql`${hash} like '%:%'`;
  return sql`${isOther} and ${sql.raw(where)}`;
};

/** Counts by column the values that are encrypted or hashed with this secret and with others. Scans the tables. */
export async function countValuesBySecret(db: Queryable, secret: AppSecret): Promise<ColumnValueCount[]> {
  const counts: ColumnValueCount[] = [];
  const count = async (label: string, { table, isOther, isValue }: { table: string; isOther: SQL; isValue: SQL }) => {
    const { rows } = await db.execute<{ total: number; old: number }>(
      sql`select count(*)::int as total, count(*) filter (where ${isOther})::int as old
        from ${sql.identifier(table)} where ${isValue}`,
    );
    counts.push({ label, total: rows[0]?.total ?? 0, underOtherSecret: rows[0]?.old ?? 0 });
  };
  for (const column of ENCRYPTED_COLUMNS)
    await count(column.label, {
      table: column.table,
      isOther: isEncryptedWithOtherSecret(column, secret),
      isValue: sql`${sql.identifier(column.column)} is not null`,
    });
  for (const column of HASH_COLUMNS)
    await count(column.label, {
      table: column.table,
      isOther: isHashedWithOtherSecret(column, secret),
      isValue: sql.raw(column.where),
    });
  return counts;
}

/**
 * Describes the values that are encrypted or hashed with other secrets, such as `identity numbers (12), authenticator apps (1)`; empty if
 * there are none.
 */
export const describeValuesUnderOtherSecrets = (counts: readonly ColumnValueCount[]) =>
  counts
    .filter(({ underOtherSecret }) => underOtherSecret > 0)
    .map(({ label, underOtherSecret }) => `${label} (${underOtherSecret.toLocaleString("en-GB")})`)
    .join(", ");
