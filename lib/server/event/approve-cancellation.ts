import "server-only";
import { z } from "zod";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { cancelLockedEvent } from "./cancel-event";
import { lockEvent } from "./record";
import { eventStateOf } from "./state";

const payload = z.object({ include_checked_in: z.boolean(), reason: z.string() });

/** Cancels an event whose refunds exceed the refund limit. Runs in the transaction of the second admin's approval. */
export const approveCancellation: ApprovalHandler = {
  lock: lockEvent,
  async approve(tx, approval, approverId) {
    const { include_checked_in, reason } = payload.parse(approval.payload);
    const event = await lockEvent(tx, approval.recordId);
    const state = eventStateOf(event);
    if (state !== "live")
      throw refuse.conflict(
        state === "ended"
          ? "This event has ended since, so it can't be cancelled. Reject the request."
          : `This event is ${state} already. Reject the request.`,
      );
    return cancelLockedEvent(tx, event, { reason, includeCheckedIn: include_checked_in, by: approverId });
  },
};
