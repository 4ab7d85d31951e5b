import { z } from "zod";
import { adminRef, declare, id, instant, line, listInput, listOf, text } from "./common";
import { eventRoutes as routes } from "./event.routes";
import { EVENT_STATES, GATE_MAX, SCAN_CONFLICT_LIST, SCAN_RESULTS, SCANS_MAX, TICKET_STATES } from "./event.values";
import { eventTime } from "./event-tickets";

/** Somebody at the gate, as a scan shows them. */
const admitted = z.object({
  id: z.string(),
  reference: z.string(),
  holder: z.string(),
  type: z.string(),
  state: z.enum(TICKET_STATES),
  /** Of the check-in that counts. */
  at: instant.nullable(),
  gate: z.string(),
  by: z.string(),
  /** Of the event that it is for, where that is another. */
  other_event: z.string().nullable(),
});
const scanAnswer = z.object({ id: z.string(), result: z.enum(SCAN_RESULTS), ticket: admitted.nullable() });
export type ScanAnswer = z.infer<typeof scanAnswer>;

const gateCounts = z.object({
  /** Tickets that are valid or checked in. */
  expected: z.int(),
  checked_in: z.int(),
  conflicts: z.int(),
  types: z.array(z.object({ id: z.string(), name: z.string(), expected: z.int(), checked_in: z.int() })),
});
export type GateCounts = z.infer<typeof gateCounts>;

const gateView = z.object({
  event: z.object({
    id: z.string(),
    title: z.string(),
    venue: z.string(),
    state: z.enum(EVENT_STATES),
    starts_at: instant.nullable(),
    ends_at: instant.nullable(),
  }),
  counts: gateCounts,
});
export type GateView = z.infer<typeof gateView>;

/**
 * A ticket as a gate keeps it: nobody reads a code or a name in it who has not scanned the code. `k`: the first 22
 * letters of base64url(SHA-256(code)); `n`: base64url of a random 12-byte nonce and AES-256-GCM of the holder's name, with
 * SHA-256("holder:" + code) as the key; `s` state, `t` name of its type, `at` and `g` when and at which gate it was
 * checked in. `i` is the ticket: after a transfer it comes with another `k`, and the one that was kept has to go, or the
 * old code would still open the gate.
 */
const gateTicket = z.object({
  i: z.string(),
  k: z.string(),
  n: z.string(),
  s: z.enum(TICKET_STATES),
  t: z.string(),
  at: instant.nullable(),
  g: z.string(),
});
export type GateTicket = z.infer<typeof gateTicket>;

/**
 * `hash`: SHA-256 of the ticket's code, in hex. `let_in`: the gate was offline and let them in. A scan whose answer did not
 * come in time, so that the gate let them in by itself, is sent again with the same id and `let_in` true.
 */
const scan = z.strictObject({
  /** Made by the gate: a scan that is sent again counts once. */
  id,
  hash: z.string().regex(/^[0-9a-f]{64}$/, "Send the SHA-256 of the ticket's code in hex."),
  scanned_at: eventTime,
  let_in: z.boolean(),
});
export type Scan = z.infer<typeof scan>;

const conflict = z.object({
  id: z.string(),
  /** What the scan came to when it was sent: why they should not have been let in. */
  result: z.enum(SCAN_RESULTS),
  ticket: z.object({ id: z.string(), reference: z.string(), holder: z.string(), type: z.string() }).nullable(),
  gate: z.string(),
  by: adminRef,
  scanned_at: instant,
  received_at: instant,
  /** The check-in that counts. */
  first: z.object({ at: instant, gate: z.string() }).nullable(),
});
export type ScanConflict = z.infer<typeof conflict>;

const oneEvent = z.strictObject({ eventId: id });

/** What a gate asks and sends. */
export const eventGate = {
  gate: declare(routes.gate, { summary: "The event and its counts, for a gate", input: oneEvent, output: gateView }),
  gateList: declare(routes.gateList, {
    summary: "What a gate keeps to go on without the network",
    done: "Loaded the tickets of an event onto a device",
    /** `after`: the `next` of the answer before; left out, all of it. Ask again from there for what changed since. */
    input: z.strictObject({ eventId: id, after: text(80).optional() }),
    output: z.object({ items: z.array(gateTicket), next: z.string(), more: z.boolean() }),
  }),
  scan: declare(routes.scan, {
    summary: "Check tickets in; what was scanned offline too",
    done: "Checked a ticket in",
    /** `sent_at`: what the gate's clock says as it sends; tells how wrong that clock is. */
    input: z.strictObject({
      eventId: id,
      gate: line(GATE_MAX, 1),
      scans: z.array(scan).min(1).max(SCANS_MAX),
      sent_at: eventTime.optional(),
    }),
    output: z.object({ answers: z.array(scanAnswer), counts: gateCounts }),
  }),
  scanConflicts: declare(routes.scanConflicts, {
    summary: "Who was let in offline and should not have been",
    input: listInput(SCAN_CONFLICT_LIST).extend({ eventId: id }),
    output: listOf(conflict),
  }),
};
