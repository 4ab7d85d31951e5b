import "server-only";
import { z } from "zod";
import { formatCount } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { countAudience } from "./count-audience";
import { whyDestinationUnavailable } from "./destination";
import { lockBroadcast } from "./record";
import { refuseEmptyAudience, refuseWithoutFirebase, sendOrScheduleBroadcast } from "./send-broadcast";
import { exceedsApprovedAudience } from "./start-sending";

const payload = z.object({ at: z.iso.datetime().nullable(), people: z.int().optional() });

/**
 * Sends or schedules a broadcast that a second admin approves, in the transaction of the decision. Recounts the
 * audience and checks the destination again. If the scheduled time has passed, sends immediately.
 */
export const approveBroadcast: ApprovalHandler = {
  lock: lockBroadcast,
  async approve(tx, approval) {
    const { at, people: requestedPeople } = payload.parse(approval.payload);
    const broadcast = await lockBroadcast(tx, approval.recordId);
    if (broadcast.state !== "awaiting_approval")
      throw refuse.conflict(`This notification is ${broadcast.state.replace("_", " ")} already.`);
    await refuseWithoutFirebase(tx, broadcast);
    const counted = await countAudience(tx, broadcast.audience);
    await refuseEmptyAudience(tx, broadcast, counted);
    if (requestedPeople !== undefined && exceedsApprovedAudience(counted.people, requestedPeople))
      throw refuse.conflict(
        `The audience grew from ${formatCount(requestedPeople)} to ${formatCount(counted.people)} people since the request. Reject it; it can be requested again.`,
      );
    const futureTime = at && new Date(at).getTime() > Date.now() ? new Date(at) : null;
    const closedReason = await whyDestinationUnavailable(tx, broadcast.destination, futureTime);
    if (closedReason) throw refuse.conflict(closedReason);
    const state = await sendOrScheduleBroadcast(tx, broadcast.id, {
      at: futureTime,
      counted,
      approvedPeople: requestedPeople ?? counted.people,
    });
    const { people, devices } = counted;
    return { before: { state: broadcast.state }, after: { state, people, devices } };
  },
};
