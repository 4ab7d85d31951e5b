import "server-only";
import { createHash } from "node:crypto";
import { appKeyAuditFields } from "@/lib/server/app-api/change-keys";
import { generateAppKey } from "@/lib/server/app-api/key-form";
import { appKeyRecordRef } from "@/lib/server/app-api/key-rows";
import type { Transaction } from "@/lib/server/db/client";
import { appKeys } from "@/lib/server/db/schema/app-keys";
import { backups } from "@/lib/server/db/schema/backup";
import { operationStatus } from "@/lib/server/db/schema/operation-status";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { DAY_MS, HOUR_MS, type SeedClock } from "./clock";
import { seedId } from "./random";

type KeyRow = typeof appKeys.$inferSelect;

/**
 * API keys of apps' servers: one key in use, one that may only call the report API and expires in 9 days, and one that has expired. Times
 * in days before now; negative for the future.
 */
const KEYS = [
  { app: "city-app", name: "Server in Calabar", groups: null, made: 90, ends: null, used: 0.01 },
  { app: "city-app", name: "Report kiosk", groups: ["reports"], made: 40, ends: -9, used: 0.4 },
  { app: "city-app", name: "Test server", groups: null, made: 160, ends: 88, used: 92 },
] as const;

function buildKeys(clock: SeedClock): KeyRow[] {
  return KEYS.map(({ app, name, groups, made, ends, used }, index) => {
    // Stores only the hash of a random key, which is then forgotten. So nobody who reads this file knows a key of a demo installation.
    const { key, prefix } = generateAppKey();
    return {
      ...{ id: seedId("app key", index), app, name, groups: groups && [...groups], prefix },
      digest: createHash("sha256").update(key).digest(),
      createdAt: clock.ago(made * DAY_MS),
      createdBy: demoAdminId("owner"),
      endsAt: ends === null ? null : clock.ago(ends * DAY_MS),
      endedBy: ends !== null && ends > 0 ? demoAdminId("owner") : null,
      lastUsedAt: clock.ago(used * DAY_MS),
      replacedBy: null,
      version: ends !== null && ends > 0 ? 2 : 1,
    };
  });
}

/** Returns the API keys of apps' servers, and the audit rows in which the owner created and ended the keys. */
export function buildAppKeys(clock: SeedClock): { rows: KeyRow[]; actions: DemoAuditAction[] } {
  const rows = buildKeys(clock);
  const step = { adminId: demoAdminId("owner") };
  const actions = rows.flatMap((row): DemoAuditAction[] => {
    const isEnded = row.endedBy !== null && row.endsAt !== null;
    const made = appKeyAuditFields(isEnded ? { ...row, endsAt: null } : row);
    const record = appKeyRecordRef(row);
    const creation = {
      ...step,
      at: row.createdAt,
      record,
      action: "appConfig.createAppKey",
      before: null,
      after: made,
    };
    if (!isEnded || !row.endsAt) return [creation];
    const ending = { ...step, at: row.endsAt, record, action: "appConfig.endAppKey" };
    return [creation, { ...ending, before: made, after: appKeyAuditFields(row) }];
  });
  return { rows, actions };
}

/** Number of nights ago of each successful backup. Last night's backup failed, which System Status shows. */
const BACKUP_NIGHTS = [1, 2, 3, 4, 5, 6, 7];
const MEGABYTE = 1_048_576;

/** Inserts app keys, a week of successful backups, and a failed last backup. */
export async function loadAppKeysAndBackups(tx: Transaction, clock: SeedClock, keys: KeyRow[]): Promise<void> {
  await tx.insert(appKeys).values(keys);
  const nightOf = (days: number) => clock.ago(days * DAY_MS + 5 * HOUR_MS);
  await tx.insert(backups).values(
    BACKUP_NIGHTS.map((days) => ({
      id: seedId("backup", days),
      at: nightOf(days),
      durationMs: 74_000 + days * 310,
      bytes: (412 - days) * MEGABYTE,
      parts: [{ name: "database.dump", bytes: (412 - days) * MEGABYTE, sha256: partHash(days) }],
      missingFiles: 0,
      // The weekly restore drill verified this backup.
      verifiedAt: days === 4 ? new Date(nightOf(days).getTime() + 7 * HOUR_MS) : null,
    })),
  );
  await tx.insert(operationStatus).values({
    ...{ kind: "backup", name: "database", firstSeenAt: nightOf(120), lastSuccessAt: nightOf(1) },
    ...{ lastFailureAt: nightOf(0), failingSince: nightOf(0) },
    lastError: "The disk of the backup server is full.",
  });
}

const partHash = (night: number) => createHash("sha256").update(`backup ${night} of the demo`).digest("hex");
