import "server-only";
import type { SystemPartStatus } from "@/lib/contract/system-logs";
import { SYSTEM_PARTS, type SystemPart } from "@/lib/contract/system-logs.values";
import { log } from "@/lib/server/base/log";
import { redactAddresses } from "@/lib/server/base/redact.mjs";
import type { Queryable } from "@/lib/server/db/client";
import { clockLine } from "./clock-line";
import { databaseLine } from "./database-line";
import { providerLine } from "./provider-line";
import { backupLine, verificationLine } from "./records-lines";
import { mailLine, pushLine } from "./service-lines";
import { documentationPathOf } from "./status-line";
import { storageLine } from "./storage-line";

const LINES: Record<SystemPart, (db: Queryable) => Promise<Omit<SystemPartStatus, "part">>> = {
  database: databaseLine,
  storage: storageLine,
  clock: clockLine,
  mail: mailLine,
  push: pushLine,
  provider: providerLine,
  verification: verificationLine,
  backup: backupLine,
};

/** Checks all parts of the product concurrently. If a check throws, only its own line is shown as failing. */
export async function readSystemStatus(db: Queryable) {
  const lines = await Promise.all(SYSTEM_PARTS.map((part) => checkPart(db, part)));
  return { at: new Date().toISOString(), lines };
}

async function checkPart(db: Queryable, part: SystemPart): Promise<SystemPartStatus> {
  try {
    return { part, ...(await LINES[part](db)) };
  } catch (error) {
    log.warn({ err: error, part }, "a status check failed");
    const value = redactAddresses(error instanceof Error ? error.message : String(error)).slice(0, 300);
    return {
      part,
      state: "failing",
      failing_since: null,
      last_success_at: null,
      facts: [{ label: "Error", value }],
      next: { text: "Look for “a status check failed” in the log.", document: documentationPathOf("part", part) },
    };
  }
}
