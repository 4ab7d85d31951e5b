import "server-only";
import { z } from "zod";
import { formatCount } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { countAudience } from "./count-audience";
import { closedDestination } from "./destination";
import { lockBroadcast } from "./record";
import { refuseNobody, refuseWithoutFirebase, sendOrSchedule } from "./send-broadcast";
import { hasOutgrown } from "./start-sending";

const payload = z.object({ at: z.iso.datetime().nullable(), people: z.int().optional() });

/**
 * Sends or schedules a broadcast that a second admin approves, in the transaction of the decision. Counts the audience and
 * checks the destination again. Sends immediately if the scheduled time has passed.
 */
export const approveBroadcast: ApprovalHandler = {
  lock: lockBroadcast,
  async approve(tx, approval) {
    const { at, people: asked } = payload.parse(approval.payload);
    const broadcast = await lockBroadcast(tx, approval.recordId);
    if (broadcast.state !== "awaiting_approval")
      throw refuse.conflict(`This notification is ${broadcast.state.replace("_", " ")} already.`);
    await refuseWithoutFirebase(tx, broadcast);
    const counted = await countAudience(tx, broadcast.audience);
    await refuseNobody(tx, broadcast, counted);
    if (asked !== undefined && hasOutgrown(counted.people, asked))
      throw refuse.conflict(
        `The audience grew from ${formatCount(asked)} to ${formatCount(counted.people)} people since the request. Reject it; it can be requested again.`,
      );
    const later = at && new Date(at).getTime() > Date.now() ? new Date(at) : null;
    const closed = await closedDestination(tx, broadcast.destination, later);
    if (closed) throw refuse.conflict(closed);
    const state = await sendOrSchedule(tx, broadcast.id, {
      at: later,
      counted,
      approvedPeople: asked ?? counted.people,
    });
    const { people, devices } = counted;
    return { before: { state: broadcast.state }, after: { state, people, devices } };
  },
};
