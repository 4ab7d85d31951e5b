import { expect, it } from "vitest";
import { describeEventAction } from "./change-log-words";

const requestChanges = [{ field: "awaiting_approval", before: null, after: "Cancel" }];
const cancelChanges = [{ field: "state", before: "live", after: "cancelled" }];

it("distinguishes requested from completed actions in an event's history", () => {
  const apiText = "Cancelled, or requested it";
  expect(describeEventAction({ action: "event.cancel", words: apiText, changes: requestChanges })).toBe(
    "Requested a cancellation",
  );
  expect(describeEventAction({ action: "event.cancel", words: apiText, changes: cancelChanges })).toBe("Cancelled");
  expect(describeEventAction({ action: "event.refundTicket", words: apiText, changes: requestChanges })).toBe(
    "Requested a refund",
  );
  expect(describeEventAction({ action: "event.refundTicket", words: apiText, changes: cancelChanges })).toBe(
    "Refunded",
  );
  expect(describeEventAction({ action: "approvals.decide", words: "Decided", changes: requestChanges })).toBe(
    "Decided",
  );
});
