import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { holdCaller } from "@/lib/server/rp/active-admins";
import { lockReport } from "./record";
import { refuseClosed, refuseOthers, refuseStale } from "./refuse-conflict";
import type { Report } from "./rows";

type Wanted = { ireportId: string; version?: number };
/** What an officer acts on, and when: the moment after the wait for others, so that no clock runs backwards. */
export type Desk = { tx: Transaction; report: Report; now: Date };

/**
 * Locks a report for the officer who acts on it.
 * @param which `open`: one that is closed is refused.
 * @throws 404; 409 with the fresh record when it is closed, somebody else's, or changed since `version`
 */
export async function takeReport(
  { tx, admin }: WriteContext,
  { ireportId, version }: Wanted,
  which: "open" | "any" = "open",
): Promise<Desk> {
  await holdCaller(tx, admin.id);
  const report = await lockReport(tx, admin, ireportId);
  if (which === "open") await refuseClosed(tx, admin, report);
  await refuseOthers(tx, admin, report);
  if (version !== undefined) await refuseStale(tx, admin, report, version);
  return { tx, report, now: new Date() };
}
