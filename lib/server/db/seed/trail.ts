import "server-only";
import { appendAudit } from "@/lib/server/audit";
import { fullName } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { adminId, adminName } from "./admins";
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

/** One row for each step, in the order of time, as the product writes them. @returns how many */
export async function loadTrail(tx: Transaction, clock: Clock, cases: readonly Case[]): Promise<number> {
  const steps = cases
    .flatMap((each) => stepsOn(clock, each).map((step) => ({ each, step })))
    .sort((a, b) => a.step.at.getTime() - b.step.at.getTime());
  for (const [index, { each, step }] of steps.entries()) {
    await appendAudit(tx, {
      ...step,
      adminName: adminName(step.adminId),
      outcome: "done",
      refusal: null,
      recordType: "kyc",
      recordId: each.id,
      recordName: `${each.reference} ${fullName(each.submitted)}`,
      ...whereFrom(step.adminId, index),
      requestId: idOf("audit request", index),
    });
  }
  return steps.length;
}

function whereFrom(admin: string, index: number): { address: string; device: string } {
  const random = randomOf(`where ${index}`);
  const isOwner = admin === adminId("owner");
  const device = DEVICES[isOwner ? random.pick(["laptop", "phone"] as const) : "office"];
  return { address: isOwner ? `102.89.47.${random.whole(10, 40)}` : `102.89.${random.pick([22, 23])}.118`, device };
}
