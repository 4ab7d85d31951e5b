import "server-only";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { getTableColumns } from "drizzle-orm";
import { z } from "zod";
import { env } from "@/lib/env";
import {
  ERASABLE_FORMAT,
  FULL_FORMAT,
  isPersonalPartEmpty,
  personalPartStateOf,
  type StoredAuditRow,
  sealHash,
} from "@/lib/server/audit/digest";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { CommandError } from "./command-error";
import { deriveBackupKey } from "./encryption";
import { checkPart, readPart } from "./parts";
import { readSignedManifest, writeSignedManifest } from "./signed-manifest";

const MANIFEST_FILE = "archive.json";
/**
 * Name of the file with the archived rows as compressed lines of JSON. Each line has a position of the hash chain (a seal), its audit
 * row, and the id of the erasure that lists the row.
 */
export const ARCHIVED_ROWS_PART = "rows.jsonl.gz";

const manifestSchema = z.object({
  format: z.literal(1),
  id: z.uuid(),
  partition: z.string(),
  at: z.string(),
  rows: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  firstPosition: z.number(),
  lastPosition: z.number(),
  /** Hash of the last row in the archive, which the next row of the hash chain in the database contains. */
  lastHash: z.string(),
  /** MD5 of all rows, computed by the database when the file was written. */
  contentDigest: z.string(),
  /** Salt of the key in hexadecimal; null if the file is not encrypted. */
  salt: z.string().nullable(),
  part: z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }),
});
/** Content of an archive's manifest file. */
export type ArchiveManifest = z.output<typeof manifestSchema>;

/** Returns a new key of an archive and its salt; null for both if BACKUP_KEY is not set. */
export function createArchiveKey(): { key: Buffer | null; salt: string | null } {
  const { backupKey } = env();
  if (!backupKey) return { key: null, salt: null };
  const salt = randomBytes(16);
  return { key: deriveBackupKey(backupKey, salt), salt: salt.toString("hex") };
}

/** Writes the manifest of an archive, authenticated if there is a key. */
export const writeArchiveManifest = (folder: string, manifest: ArchiveManifest, key: Buffer | null): Promise<void> =>
  writeSignedManifest(folder, MANIFEST_FILE, manifest, key);

/** Reads and authenticates the manifest of an archive, see `readSignedManifest`. */
export const readArchiveManifest = (folder: string) =>
  readSignedManifest(folder, { file: MANIFEST_FILE, schema: manifestSchema, name: "archive" });

/** Yields the lines of an archive, decrypted and decompressed. */
export async function* readArchiveLines(folder: string, key: Buffer | null): AsyncGenerator<string> {
  const stored = Readable.from(readPart(folder, ARCHIVED_ROWS_PART, key));
  // An error in a damaged file destroys the last stream, so that its reader throws the error.
  const unzipped = pipeline(stored, createGunzip(), () => {});
  yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY });
}

type Line = {
  seal: { position: number; audit_id: number; previous_hash: string; hash: string; format: number };
  erasure: string | null;
  row: Record<string, unknown> & { at: string };
};

/**
 * Verifies an archive without a database: the file's hash, each row against its hash in the chain, and the order of the chain.
 * @returns the number of rows and of erased rows
 * @throws CommandError with the first fault
 */
export async function verifyArchive(folder: string): Promise<{ manifest: ArchiveManifest; erased: number }> {
  const { manifest, key } = readArchiveManifest(folder);
  await checkPart(folder, manifest.part);
  let [rows, erased] = [0, 0];
  let previous: Line["seal"] | undefined;
  for await (const text of readArchiveLines(folder, key)) {
    const { seal, erasure, row } = JSON.parse(text) as Line;
    const fault = (message: string) => new CommandError(`Row ${seal.audit_id} of the archive: ${message}`);
    if (previous && seal.position <= previous.position) throw fault("it is not in the order of the chain.");
    if (previous && seal.position === previous.position + 1 && seal.previous_hash !== previous.hash)
      throw fault("it does not follow the row before it.");
    const stored = toStoredRow(row);
    const isErased = erasure !== null && stored.salt === null && isPersonalPartEmpty(stored);
    const isHashKnown = !(isErased && seal.format === FULL_FORMAT);
    if (stored.id !== seal.audit_id || (isHashKnown && hashOf(seal, stored) !== seal.hash))
      throw fault("its content does not fit its hash.");
    if (seal.format === ERASABLE_FORMAT && !isErased && personalPartStateOf(stored) !== "kept")
      throw fault("its personal part does not fit its hash.");
    if (isErased) erased++;
    rows++;
    previous = seal;
  }
  if (rows !== manifest.rows) throw new CommandError(`The archive has ${rows} of ${manifest.rows} rows.`);
  if (previous && previous.hash !== manifest.lastHash)
    throw new CommandError("The last row of the archive is not the one that archive.json names.");
  return { manifest, erased };
}

const hashOf = ({ format, position, previous_hash }: Line["seal"], row: StoredAuditRow) =>
  sealHash(format, { position, previousHash: previous_hash }, row);

/** Converts a row of the file, with the database's column names, to the form that is hashed. */
function toStoredRow(row: Line["row"]): StoredAuditRow {
  const columns = Object.entries(getTableColumns(auditTrails));
  const values = columns.map(([key, { name }]) => [key, name === "at" ? new Date(row.at) : row[name]]);
  return Object.fromEntries(values);
}
