import "server-only";
import { sql } from "drizzle-orm";
import { formatCount } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { connectDatabase, type Database } from "@/lib/server/db/client";
import { backups } from "@/lib/server/db/schema/backup";
import { operationStatus } from "@/lib/server/db/schema/operation-status";
import { type BackupManifest, backupBytesOf } from "./manifest";

async function hasTable(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select to_regclass('public.backups') is not null as found`);
  return rows[0]?.found === true;
}

/**
 * Records a complete backup, which System Status and the metrics then show, with a row in the audit trail.
 * @returns false if the database has no table of backups yet, because it was not migrated to this version
 */
export async function recordBackup(url: string, manifest: BackupManifest): Promise<boolean> {
  const { db, pool } = connectDatabase(url, 2, 0);
  try {
    if (!(await hasTable(db))) return false;
    await inTransaction(db, async (tx) => {
      await tx.insert(backups).values(rowOf(manifest));
      await tx
        .insert(operationStatus)
        .values({ kind: "backup", name: "database", lastSuccessAt: new Date(manifest.at) })
        .onConflictDoUpdate({
          target: [operationStatus.kind, operationStatus.name],
          set: { lastSuccessAt: new Date(manifest.at), failingSince: null },
        });
      const after = {
        taken_at: manifest.at,
        bytes: formatCount(backupBytesOf(manifest)),
        missing_files: formatCount(manifest.missingFiles.length),
        encrypted: manifest.salt ? "yes" : "no",
      };
      await appendAudit(tx, systemAuditRow("systemLogs.backup", { record: null, after }));
    });
    return true;
  } finally {
    await pool.end();
  }
}

/** Records in the restored database that the backup was verified. */
export async function recordRestoreVerification(db: Database, manifest: BackupManifest): Promise<void> {
  const verifiedAt = new Date();
  await db
    .insert(backups)
    .values({ ...rowOf(manifest), verifiedAt })
    .onConflictDoUpdate({ target: backups.id, set: { verifiedAt } });
}

/**
 * Records in the product's own database that a restored copy of this backup was verified.
 * @returns false if that database can't be reached or has no record of the backup
 */
export async function recordRestoreDrill(url: string, { id }: BackupManifest): Promise<boolean> {
  const { db, pool } = connectDatabase(url, 1, 0);
  try {
    const updated = await db.execute(sql`update backups set verified_at = now() where id = ${id}`);
    return updated.rowCount === 1;
  } catch {
    // After a disaster the product's database may be gone. Then the verification is recorded only in the restored copy.
    return false;
  } finally {
    await pool.end();
  }
}

const rowOf = (manifest: BackupManifest) => ({
  id: manifest.id,
  at: new Date(manifest.at),
  durationMs: manifest.durationMs,
  bytes: backupBytesOf(manifest),
  parts: manifest.parts,
  missingFiles: manifest.missingFiles.length,
});
