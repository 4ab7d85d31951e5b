import "server-only";
import { fullName } from "@/lib/server/api/context";
import type { RecordRef } from "@/lib/server/audit/audit";
import type { AuditRow } from "@/lib/server/audit/digest";
import type { Transaction } from "@/lib/server/db/client";
import { demoAdminId, demoAdminName } from "./admins";
import { appendPastAudit } from "./audit-chain";
import type { SeedClock } from "./clock";
import type { DemoKycCase } from "./kyc";
import { createRandom, seedId } from "./random";
import { buildKycSteps } from "./review-steps";

const USER_AGENTS = {
  office:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  laptop: "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  phone:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
};

/** A past action of an admin, a citizen or the system, in the form that production code logs. */
export type DemoAuditAction = {
  at: Date;
  adminId: string | null;
  /** Citizen who acted through the app; null if the citizen is anonymous. */
  citizen?: { id: string; name: string } | null;
  action: string;
  record: RecordRef;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/**
 * Inserts one audit row for each review step and for each other action, in the order of time.
 * @returns number of audit rows
 */
export async function loadAuditTrail(
  tx: Transaction,
  clock: SeedClock,
  cases: readonly DemoKycCase[],
  otherActions: readonly DemoAuditAction[],
): Promise<number> {
  const reviewActions = cases.flatMap((each) =>
    buildKycSteps(clock, each).map((step): DemoAuditAction => {
      const name = `${each.reference} ${fullName(each.submitted)}`;
      return { ...step, record: { type: "kyc", id: each.id, name } };
    }),
  );
  const allActions = [...reviewActions, ...otherActions].sort((a, b) => a.at.getTime() - b.at.getTime());
  await appendPastAudit(tx, allActions.map(auditRow));
  return allActions.length;
}

function auditRow(
  { at, adminId: by, citizen, action, record, before, after }: DemoAuditAction,
  index: number,
): AuditRow {
  return {
    at,
    adminId: by ?? citizen?.id ?? null,
    adminName: by ? demoAdminName(by) : citizen ? `${citizen.name} (citizen)` : null,
    byCitizen: !by && Boolean(citizen),
    action,
    outcome: "done",
    refusal: null,
    recordType: record.type,
    recordId: record.id,
    recordName: record.name,
    before,
    after,
    requestId: seedId("audit request", index),
    ...(by ? pickOrigin(by, index) : citizen === undefined ? SYSTEM_ORIGIN : APP_ORIGIN),
  };
}

const APP_ORIGIN = { address: "102.89.40.7", device: "Citizen app demo" };
/** Address, device and request id in audit rows of the system, which acts without a request, for example when a deadline expires. */
const SYSTEM_ORIGIN = { address: "", device: "", requestId: "" };

function pickOrigin(actorId: string, index: number): { address: string; device: string } {
  const random = createRandom(`where ${index}`);
  const isOwner = actorId === demoAdminId("owner");
  const device = USER_AGENTS[isOwner ? random.pick(["laptop", "phone"] as const) : "office"];
  return { address: isOwner ? `102.89.47.${random.whole(10, 40)}` : `102.89.${random.pick([22, 23])}.118`, device };
}
