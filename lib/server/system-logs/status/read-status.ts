import "server-only";
import type { StatusLine } from "@/lib/contract/system-logs";
import { STATUS_PARTS, type StatusPart } from "@/lib/contract/system-logs.values";
import { log } from "@/lib/server/base/log";
import { redactAddresses } from "@/lib/server/base/redact.mjs";
import type { Queryable } from "@/lib/server/db/client";
import { clockLine } from "./clock-line";
import { databaseLine } from "./database-line";
import { providerLine } from "./provider-line";
import { backupLine, verificationLine } from "./records-lines";
import { mailLine, pushLine } from "./service-lines";
import { documentationOf } from "./status-line";
import { storageLine } from "./storage-line";

const LINES: Record<StatusPart, (db: Queryable) => Promise<Omit<StatusLine, "part">>> = {
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
export async function readStatus(db: Queryable) {
  const lines = await Promise.all(STATUS_PARTS.map((part) => checkPart(db, part)));
  return { at: new Date().toISOString(), lines };
}

async function checkPart(db: Queryable, part: StatusPart): Promise<StatusLine> {
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
      next: { text: "Look for “a status check failed” in the log.", document: documentationOf("part", part) },
    };
  }
}
