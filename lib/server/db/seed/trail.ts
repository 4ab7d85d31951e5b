import "server-only";
import { fullName } from "@/lib/server/api/context";
import type { AuditRow, RecordRef } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { adminId, adminName } from "./admins";
import { appendPast } from "./audit-chain";
import type { Clock } from "./clock";
import type { Case } from "./kyc";
import { stepsOn } from "./outcome";
import { idOf, randomOf } from "./random";

const DEVICES = {
  office:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  laptop: "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  phone:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
};

/** A past action of an admin, a citizen or the system, as production code would log it. */
export type PastAction = {
  at: Date;
  adminId: string | null;
  /** Citizen who acted through the app; null: anonymous. */
  citizen?: { id: string; name: string } | null;
  action: string;
  record: RecordRef;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Inserts one audit row per review step and other action, in the order of time. @returns how many */
export async function loadTrail(
  tx: Transaction,
  clock: Clock,
  cases: readonly Case[],
  more: readonly PastAction[],
): Promise<number> {
  const reviews = cases.flatMap((each) =>
    stepsOn(clock, each).map((step): PastAction => {
      const name = `${each.reference} ${fullName(each.submitted)}`;
      return { ...step, record: { type: "kyc", id: each.id, name } };
    }),
  );
  const steps = [...reviews, ...more].sort((a, b) => a.at.getTime() - b.at.getTime());
  await appendPast(tx, steps.map(rowOf));
  return steps.length;
}

function rowOf({ at, adminId: by, citizen, action, record, before, after }: PastAction, index: number): AuditRow {
  return {
    at,
    adminId: by ?? citizen?.id ?? null,
    adminName: by ? adminName(by) : citizen ? `${citizen.name} (citizen)` : null,
    action,
    outcome: "done",
    refusal: null,
    recordType: record.type,
    recordId: record.id,
    recordName: record.name,
    before,
    after,
    requestId: idOf("audit request", index),
    ...(by ? whereFrom(by, index) : citizen === undefined ? IN_TIME : APP),
  };
}

const APP = { address: "102.89.40.7", device: "Citizen app demo" };
/** Origin of actions by the system, such as an expired clock. */
const IN_TIME = { address: "", device: "", requestId: "" };

function whereFrom(admin: string, index: number): { address: string; device: string } {
  const random = randomOf(`where ${index}`);
  const isOwner = admin === adminId("owner");
  const device = DEVICES[isOwner ? random.pick(["laptop", "phone"] as const) : "office"];
  return { address: isOwner ? `102.89.47.${random.whole(10, 40)}` : `102.89.${random.pick([22, 23])}.118`, device };
}
