import "server-only";
import { z } from "zod";
import type { ApprovalHandler } from "@/lib/server/approvals/handler";
import { refuse } from "@/lib/server/errors";
import { countAudience } from "./audience";
import { lockBroadcast } from "./record";
import { refuseNobody, refuseWithoutFirebase, sendOrSchedule } from "./send";

const payload = z.object({ at: z.iso.datetime().nullable() });

/**
 * A broadcast to many that somebody else approves: started, or scheduled, in the transaction of the decision. Its audience
 * is counted again. What was asked for a time that has passed meanwhile is sent at once.
 */
export const approveBroadcast: ApprovalHandler = {
  lock: lockBroadcast,
  async approve(tx, approval) {
    const { at } = payload.parse(approval.payload);
    const broadcast = await lockBroadcast(tx, approval.recordId);
    if (broadcast.state !== "awaiting_approval")
      throw refuse.conflict(`This notification is ${broadcast.state.replace("_", " ")} already.`);
    await refuseWithoutFirebase(tx, broadcast);
    const counted = await countAudience(tx, broadcast.audience);
    await refuseNobody(tx, broadcast, counted);
    const later = at && new Date(at).getTime() > Date.now() ? new Date(at) : null;
    const state = await sendOrSchedule(tx, broadcast.id, { at: later, counted, approved: true });
    const { people, devices } = counted;
    return { before: { state: broadcast.state }, after: { state, people, devices } };
  },
};
