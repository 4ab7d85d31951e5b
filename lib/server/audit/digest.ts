import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { auditTrails } from "@/lib/server/db/schema/system-logs";

/** An audit row as the database stores it. */
export type StoredAuditRow = typeof auditTrails.$inferSelect;
/** An audit row before it is stored, without the columns that storing computes. `byCitizen`: a citizen acted through the citizen app. */
export type AuditRow = Omit<
  StoredAuditRow,
  "id" | "previousHash" | "hash" | "byCitizen" | "salt" | "personalDigest"
> & { byCitizen?: boolean };

/** Formats of a row's hash in the audit hash chain (its seal). The first covers all columns, also personal ones, which then can't be erased. */
export const [FULL_FORMAT, ERASABLE_FORMAT] = [1, 2] as const;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Columns that may have personal data of a citizen. They are hashed with a salt, so that they can be erased later. */
const personalPart = ({ recordName, before, after, refusal, adminName, byCitizen }: AuditRow) => ({
  ...{ recordName, before, after, refusal },
  ...(byCitizen && { adminName }),
});

const personalDigestOf = (salt: string, row: AuditRow) =>
  createHash("sha256")
    .update(Buffer.from(salt, "hex"))
    .update(canonicalJson(personalPart(row)))
    .digest("hex");

/** Returns a new salt, and the digest of the row's personal columns. The digest remains when these columns are erased. */
export function commitmentOf(row: AuditRow): Pick<StoredAuditRow, "byCitizen" | "salt" | "personalDigest"> {
  const salt = randomBytes(16).toString("hex");
  return { byCitizen: row.byCitizen ?? false, salt, personalDigest: personalDigestOf(salt, row) };
}

/** Returns true if a row has no values in its personal columns. */
export const isPersonalPartEmpty = (row: StoredAuditRow) =>
  Object.values(personalPart(row)).every((value) => value === null);

/** Compares the personal columns with their digest. `erased`: the columns and the salt are empty. */
export function personalPartStateOf(row: StoredAuditRow): "kept" | "erased" | "changed" {
  if (row.salt === null) return isPersonalPartEmpty(row) ? "erased" : "changed";
  return personalDigestOf(row.salt, row) === row.personalDigest ? "kept" : "changed";
}

type UnsealedColumn = "salt" | "hash" | "previousHash";
/** Columns that a row's hash in the hash chain covers. In a row with a personal digest, the digest replaces the personal columns. */
export type SealedColumns = Omit<StoredAuditRow, UnsealedColumn> & Partial<Pick<StoredAuditRow, UnsealedColumn>>;
type Link = { position: number; previousHash: string };

/** Returns the format of an audit row's hash in the hash chain. Rows written by an earlier release have no personal digest. */
export const sealFormatOf = ({ personalDigest }: Pick<SealedColumns, "personalDigest">) =>
  personalDigest === null ? FULL_FORMAT : ERASABLE_FORMAT;

/** Returns an audit row's SHA-256 hash in the hash chain, computed from its position, the previous hash, and the row. */
export function sealHash(format: number, { position, previousHash }: Link, row: SealedColumns): string {
  const { recordName, before, after, refusal, adminName, byCitizen, personalDigest, at, ...columns } = row;
  const { salt, hash, previousHash: _, ...others } = columns;
  if (format === FULL_FORMAT) {
    const full = { ...others, adminName, recordName, before, after, refusal };
    return sha256(canonicalJson({ ...full, at: at.toISOString(), previousHash }));
  }
  const covered = { ...others, byCitizen, ...(!byCitizen && { adminName }), personalDigest };
  return sha256(canonicalJson({ ...covered, position, previousHash, at: at.toISOString(), format }));
}

/** Returns the hash of the chain's entry for an audit row that was deleted before it was added to the hash chain. */
export const missingRowHash = (link: Link, id: number) =>
  sha256(canonicalJson({ ...link, id, format: ERASABLE_FORMAT, missing: true }));
