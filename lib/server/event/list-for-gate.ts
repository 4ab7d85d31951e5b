import "server-only";
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { GATE_LIST_PAGE_SIZE } from "@/lib/contract/event.values";
import type { GateTicket } from "@/lib/contract/event-gate";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { loadEvent } from "./read-gate";
import { eventRecordRef } from "./record";

/**
 * Cursor of the gate list: time of change and id of the last ticket read. `settled`: time in ms before which all changes were visible when the load
 * began; the same for all pages of one load.
 */
type Cursor = { at: Date; id: string; settled?: number };
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Time in ms by which a gate's load overlaps its previous load. Without it, the gate would miss tickets whose `updated_at` was set before that load
 * but committed after it.
 */
const LATE_COMMIT_MS = 30_000;

type GateListInput = { eventId: string; after?: string };

/**
 * Lists tickets of all states by their last change, so that an offline gate can show why a ticket is refused. Audits a request without `after`, with
 * which a gate begins to load all visitors. Encrypts names with the ticket codes.
 * @param after `next` of the previous response
 * @throws 404; 400 if `after` is malformed
 */
export async function listTicketsForGate({ db, audit }: HandlerContext, { eventId, after }: GateListInput) {
  const event = await loadEvent(db, eventId);
  const from = after === undefined ? null : parseCursor(after);
  const settled = from?.settled ?? Date.now() - LATE_COMMIT_MS;
  const found = await db
    .select({
      id: tickets.id,
      code: tickets.code,
      codeHash: tickets.codeHash,
      state: tickets.state,
      checkedInAt: tickets.checkedInAt,
      gate: tickets.gate,
      updatedAt: tickets.updatedAt,
      type: ticketTypes.name,
      holder: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(users, eq(users.id, tickets.holderId))
    .where(
      and(
        eq(tickets.eventId, eventId),
        from ? sql`(${tickets.updatedAt}, ${tickets.id}) > (${from.at}::timestamptz, ${from.id}::uuid)` : undefined,
      ),
    )
    .orderBy(asc(tickets.updatedAt), asc(tickets.id))
    .limit(GATE_LIST_PAGE_SIZE + 1);
  const rows = found.slice(0, GATE_LIST_PAGE_SIZE);
  const more = found.length > rows.length;
  if (after === undefined) audit({ record: eventRecordRef(event), after: { gate_list: "loaded" } });
  const last = rows.at(-1);
  const endCursor = last ? { at: last.updatedAt, id: last.id } : from;
  const next = more && endCursor ? { ...endCursor, settled } : nextStartCursor(endCursor, settled);
  return { items: rows.map(toGateTicket), next: formatCursor(next), more };
}

/** Returns the cursor from which the gate's next load starts: the end of this load, but not later than `settled`. */
const nextStartCursor = (endCursor: Cursor | null, settled: number): Cursor =>
  endCursor && endCursor.at.getTime() < settled
    ? { at: endCursor.at, id: endCursor.id }
    : { at: new Date(settled), id: FIRST_ID };

const formatCursor = ({ at, id, settled }: Cursor) => [at.toISOString(), id, ...(settled ? [settled] : [])].join("_");
const PLACE = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:_(\d{13}))?$/;

function parseCursor(after: string): Cursor {
  const [, iso = "", id = "", settled] = PLACE.exec(after) ?? [];
  const at = new Date(iso);
  if (Number.isNaN(at.getTime()))
    throw refuse.badInput('Send "after" as the answer before gave it in "next", or leave it out.', {
      after: "This is not where a list ended.",
    });
  return { at, id, ...(settled && { settled: Number(settled) }) };
}

type GateRow = {
  id: string;
  code: string;
  codeHash: string;
  state: GateTicket["s"];
  checkedInAt: Date | null;
  gate: string;
  type: string;
  holder: { firstName: string; lastName: string };
};

const toGateTicket = (row: GateRow): GateTicket => ({
  i: row.id,
  k: Buffer.from(row.codeHash, "hex").toString("base64url").slice(0, 22),
  n: encryptName(fullName(row.holder), row.code),
  s: row.state,
  t: row.type,
  at: row.checkedInAt?.toISOString() ?? null,
  g: row.gate,
});

/** Encrypts a name with a ticket's code, in the byte layout that Web Crypto reads: nonce, ciphertext, tag. */
function encryptName(name: string, code: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", createHash("sha256").update(`holder:${code}`).digest(), nonce);
  return Buffer.concat([nonce, cipher.update(name, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}
