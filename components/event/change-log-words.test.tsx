import { expect, it } from "vitest";
import { eventActionWords, ticketActionWords } from "./change-log-words";

const waiting = { changes: [{ field: "awaiting_approval", before: null, after: "Cancel" }] };
const done = { changes: [{ field: "state", before: "live", after: "cancelled" }] };

it("tells what was requested from what was done", () => {
  expect(eventActionWords("event.cancel", waiting)).toBe("Cancellation requested");
  expect(eventActionWords("event.cancel", done)).toBe("Event cancelled");
  expect(ticketActionWords("event.refundTicket", waiting)).toBe("Refund requested");
  expect(ticketActionWords("event.refundTicket", done)).toBe("Refunded");
});
