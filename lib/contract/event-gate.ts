import { z } from "zod";
import { adminRef, endpoint, id, instant, listInput, oneLine, pageOf, text } from "./common";
import { eventRoutes as routes } from "./event.routes";
import {
  EVENT_STATES,
  GATE_NAME_MAX,
  SCAN_CONFLICT_LIST,
  SCANS_PER_REQUEST_MAX,
  TICKET_SCAN_RESULTS,
  TICKET_STATES,
} from "./event.values";
import { eventTime } from "./event-tickets";

const scannedTicket = z.object({
  id: z.string(),
  reference: z.string(),
  holder: z.string(),
  type: z.string(),
  state: z.enum(TICKET_STATES),
  /** Time, gate and admin of the ticket's valid check-in. */
  at: instant.nullable(),
  gate: z.string(),
  by: z.string(),
  /** Title of the ticket's event, if it is not the event at this gate. */
  other_event: z.string().nullable(),
});
const scanAnswer = z.object({ id: z.string(), result: z.enum(TICKET_SCAN_RESULTS), ticket: scannedTicket.nullable() });
/** The server's result of one ticket scan. */
export type ScanAnswer = z.infer<typeof scanAnswer>;

const gateCounts = z.object({
  /** Number of tickets that are valid or checked in. */
  expected: z.int(),
  checked_in: z.int(),
  conflicts: z.int(),
  types: z.array(z.object({ id: z.string(), name: z.string(), expected: z.int(), checked_in: z.int() })),
});
/** Check-in counts of an event. */
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
/** The event and its counts, as the check-in page shows them. */
export type GateView = z.infer<typeof gateView>;

/**
 * A ticket as stored on a gate's device. Codes and names can't be read without scanning the code. `k`: the first 22 letters of
 * base64url(SHA-256(code)). `n`: base64url of a random 12-byte nonce and AES-256-GCM of the holder's name, with the key
 * SHA-256("holder:" + code). `s`: state. `t`: name of its type. `at`, `g`: time and gate of the check-in. `i`: id of the ticket.
 * A transfer changes `k`: delete the ticket stored under the old `k`, or the gate would still admit the old code.
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
/** A ticket in the list that a gate stores on its phone. */
export type GateTicket = z.infer<typeof gateTicket>;

/**
 * `hash`: SHA-256 of the ticket's code, in hex. `let_in`: the gate admitted the person before the server responded. A gate that gets no
 * response in time admits the person, and sends the scan again with the same id and `let_in` true.
 */
const scan = z.strictObject({
  /** Id created by the gate, so that a scan sent twice counts once. */
  id,
  hash: z.string().regex(/^[0-9a-f]{64}$/, "Send the SHA-256 of the ticket's code in hex."),
  scanned_at: eventTime,
  let_in: z.boolean(),
});
/** A ticket scan as a gate sends it. */
export type TicketScan = z.infer<typeof scan>;

const scanConflict = z.object({
  id: z.string(),
  /** Result of the scan on the server: why the person should not have been admitted. */
  result: z.enum(TICKET_SCAN_RESULTS),
  ticket: z.object({ id: z.string(), reference: z.string(), holder: z.string(), type: z.string() }).nullable(),
  gate: z.string(),
  by: adminRef,
  scanned_at: instant,
  received_at: instant,
  /** The valid check-in of this ticket. */
  first: z.object({ at: instant, gate: z.string() }).nullable(),
});
/** A scan with which an offline gate admitted a person by mistake. */
export type ScanConflict = z.infer<typeof scanConflict>;

const eventInput = z.strictObject({ eventId: id });

/** Calls that the check-in page at a gate sends. */
export const eventGateCalls = {
  gate: endpoint(routes.gate, { summary: "The event and its counts, for a gate", input: eventInput, output: gateView }),
  gateList: endpoint(routes.gateList, {
    summary: "Ticket list that a gate stores to work offline",
    done: "Loaded the tickets of an event onto a device",
    /**
     * `after`: the `next` of the previous response. Returns the tickets after that position and, once all tickets are loaded, only
     * those that have changed since. Omit `after` for the first page.
     */
    input: z.strictObject({ eventId: id, after: text(80).optional() }),
    output: z.object({ items: z.array(gateTicket), next: z.string(), more: z.boolean() }),
  }),
  scan: endpoint(routes.scan, {
    summary: "Check tickets in, including those scanned offline",
    done: "Checked a ticket in",
    /** `sent_at`: time on the gate's clock when sending, to measure the clock's error. */
    input: z.strictObject({
      eventId: id,
      gate: oneLine(GATE_NAME_MAX, 1),
      scans: z.array(scan).min(1).max(SCANS_PER_REQUEST_MAX),
      sent_at: eventTime.optional(),
    }),
    output: z.object({ answers: z.array(scanAnswer), counts: gateCounts }),
  }),
  scanConflicts: endpoint(routes.scanConflicts, {
    summary: "Tickets that were let in offline by mistake",
    input: listInput(SCAN_CONFLICT_LIST).extend({ eventId: id }),
    output: pageOf(scanConflict),
  }),
};
