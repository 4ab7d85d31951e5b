import { v4 as uuid } from "uuid";
import { expect } from "vitest";
import type { Scan } from "@/lib/contract/event-gate";
import type { TestApp } from "./app";

/** What a gate with the network sends when it scans this ticket now. */
export const scanOf = (ticket: { codeHash: string }, values: Partial<Scan> = {}): Scan => ({
  id: uuid(),
  hash: ticket.codeHash,
  scanned_at: new Date().toISOString(),
  let_in: false,
  ...values,
});

export const sendScans = (
  app: TestApp,
  token: string,
  eventId: string,
  body: { gate: string; scans: Scan[]; sent_at?: string },
) => app.call("POST", `/events/${eventId}/check-in/scans`, { token, body });

/** What each scan of an answer came to. */
export function resultsOf(answer: Awaited<ReturnType<typeof sendScans>>): string[] {
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data.answers.map(({ result }: { result: string }) => result);
}
