import "server-only";
import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { event as contract } from "@/lib/contract/event";
import { type TicketState, ticketCode } from "@/lib/contract/event.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { tickets } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { begins, likePrefix } from "@/lib/server/lists/list";
import { hasNames, nationalDigits } from "@/lib/server/lists/search-terms";
import { hashOfCode } from "./ticket-code";

type ListInput = InputOf<typeof contract.tickets>;
export type TicketFilters = Omit<ListInput, "page" | "size" | "sort">;

export function ticketFilter(input: TicketFilters): SQL | undefined {
  return and(
    input.event ? eq(tickets.eventId, input.event) : undefined,
    input.type ? eq(tickets.ticketTypeId, input.type) : undefined,
    input.state ? inArray(tickets.state, splitAnyOf<TicketState>(input.state)) : undefined,
    input.holder ? eq(tickets.holderId, input.holder) : undefined,
    input.transaction ? ofOrder(sql`transaction_id = ${input.transaction}`) : undefined,
    input.from ? gte(tickets.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(tickets.createdAt, endOfDay(input.to)) : undefined,
    input.q?.trim() ? matching(input.q.trim()) : undefined,
  );
}

/** The same without a code, for what is kept of a search: a ticket that was found by its code is found by its reference. */
export async function withoutCode<T extends TicketFilters>(db: Queryable, input: T): Promise<T> {
  const code = ticketCode(input.q ?? "");
  if (!code) return input;
  const [found] = await db
    .select({ reference: tickets.reference })
    .from(tickets)
    .where(eq(tickets.codeHash, hashOfCode(code)));
  return found ? { ...input, q: found.reference } : input;
}

/** One look into an index each, so that several can be asked at once. */
const ofOrder = (where: SQL) => sql`${tickets.orderId} = any(array(select id from event_orders where ${where}))`;
const ofRefund = (where: SQL) => sql`${tickets.refundId} = any(array(select id from transactions where ${where}))`;
const ofHolder = (where: SQL | undefined) =>
  sql`${tickets.holderId} in (select ${users.id} from ${users} where ${where})`;

const REFERENCE = /^(TKT|ORD|TRX|RFD)-/i;

/**
 * Paste anything: the reference of a ticket, of an order, of its payment or refund; a whole code; the holder's email or
 * phone number, or its beginning; else every word begins a name of the holder.
 */
function matching(typed: string): SQL | undefined {
  if (REFERENCE.test(typed)) {
    const reference = typed.toUpperCase();
    return or(
      eq(tickets.reference, reference),
      ofOrder(sql`reference = ${reference}`),
      ofOrder(sql`transaction_id = (select id from transactions where reference = ${reference})`),
      ofRefund(sql`reference = ${reference}`),
    );
  }
  if (typed.includes("@")) return ofHolder(begins(users.email, typed));
  const code = ticketCode(typed);
  const digits = nationalDigits(typed);
  // A name in two words may be as long as a code; a code has no spaces, or digits between them.
  if (code && (/\d/.test(typed) || !/\s/.test(typed)))
    return or(
      eq(tickets.codeHash, hashOfCode(code)),
      digits === null
        ? undefined
        : sql`${tickets.holderId} = any(array(select id from users where phone = ${`+234${digits}`}))`,
    );
  if (digits !== null) return ofHolder(sql`${users.phone} like ${likePrefix(`+234${digits}`)}`);
  return ofHolder(hasNames([users.firstName, users.middleName, users.lastName], typed));
}
