import { v4 as uuid } from "uuid";
import { expect } from "vitest";
import type { TicketScan } from "@/lib/contract/event-gate";
import type { TestApp } from "./app";

/** Returns the body of a scan of this ticket, as an online gate would send it now. */
export const gateScanOf = (ticket: { codeHash: string }, values: Partial<TicketScan> = {}): TicketScan => ({
  id: uuid(),
  hash: ticket.codeHash,
  scanned_at: new Date().toISOString(),
  let_in: false,
  ...values,
});

/** Sends the scans of a gate to the API. */
export const sendScans = (
  app: TestApp,
  token: string,
  eventId: string,
  body: { gate: string; scans: TicketScan[]; sent_at?: string },
) => app.call("POST", `/events/${eventId}/check-in/scans`, { token, body });

/** Returns the result of each scan in a response of `sendScans`. Fails unless the status is 200. */
export function scanResultsOf(answer: Awaited<ReturnType<typeof sendScans>>): string[] {
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data.answers.map(({ result }: { result: string }) => result);
}
