import { expect, it } from "vitest";
import { historyWords } from "./change-log-words";

const waiting = [{ field: "awaiting_approval", before: null, after: "Cancel" }];
const done = [{ field: "state", before: "live", after: "cancelled" }];

it("distinguishes requested from completed actions", () => {
  const words = "Cancelled, or requested it";
  expect(historyWords({ action: "event.cancel", words, changes: waiting })).toBe("Requested a cancellation");
  expect(historyWords({ action: "event.cancel", words, changes: done })).toBe("Cancelled");
  expect(historyWords({ action: "event.refundTicket", words, changes: waiting })).toBe("Requested a refund");
  expect(historyWords({ action: "event.refundTicket", words, changes: done })).toBe("Refunded");
  expect(historyWords({ action: "approvals.decide", words: "Decided", changes: waiting })).toBe("Decided");
});
