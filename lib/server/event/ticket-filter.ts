import "server-only";
import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { eventCalls as contract } from "@/lib/contract/event";
import type { TicketState } from "@/lib/contract/event.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { tickets } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { likePatternForPrefix, startsWithIgnoringCase } from "@/lib/server/lists/list";
import { hasArrivedBy } from "@/lib/server/lists/list-window";
import { hasNameWords, parseSearchText, ticketCodeIn } from "@/lib/server/lists/search-terms";
import { ownerMatchesCondition, type WithCommonWords } from "@/lib/server/user/match-name";
import { hashOfCode } from "./ticket-code";

type ListInput = InputOf<typeof contract.tickets>;
/** Filters of the ticket list. */
export type TicketFilters = Omit<ListInput, "page" | "size" | "sort"> & WithCommonWords;

/** Returns the SQL condition of the ticket list's filters; undefined without any. */
export function ticketFilter(input: TicketFilters): SQL | undefined {
  return and(
    input.event ? eq(tickets.eventId, input.event) : undefined,
    input.type ? eq(tickets.ticketTypeId, input.type) : undefined,
    input.state ? inArray(tickets.state, splitChoiceList<TicketState>(input.state)) : undefined,
    input.holder ? eq(tickets.holderId, input.holder) : undefined,
    input.transaction ? orderWhere(sql`transaction_id = ${input.transaction}`) : undefined,
    hasArrivedBy(tickets.createdAt, input.until),
    input.from ? gte(tickets.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(tickets.createdAt, endOfDay(input.to)) : undefined,
    input.q?.trim() ? searchCondition(input.q.trim(), input.common) : undefined,
  );
}

/** Replaces a ticket code in the search by the ticket's reference, so that stored searches contain no codes. */
export async function replaceTicketCodeByReference<T extends TicketFilters>(db: Queryable, input: T): Promise<T> {
  const code = ticketCodeIn(input.q ?? "");
  if (!code) return input;
  const [found] = await db
    .select({ reference: tickets.reference })
    .from(tickets)
    .where(eq(tickets.codeHash, hashOfCode(code)));
  return found ? { ...input, q: found.reference } : input;
}

/** Returns an SQL condition: the ticket's order matches `where`. Each of these conditions uses one index, so they can be combined with `or`. */
const orderWhere = (where: SQL) => sql`${tickets.orderId} = any(array(select id from event_orders where ${where}))`;
const refundWhere = (where: SQL) => sql`${tickets.refundId} = any(array(select id from transactions where ${where}))`;
const holderWhere = (where: SQL) => ownerMatchesCondition(tickets.holderId, where);

/**
 * Matches the reference of a ticket, order, payment or refund, a whole code, or the beginning of the holder's email or
 * phone number. Otherwise every typed word must begin a name of the holder.
 */
function searchCondition(typed: string, common?: ReadonlySet<string>): SQL | undefined {
  const { references, email, digits } = parseSearchText(typed, "TKT", "ORD", "TRX", "RFD");
  if (references) {
    const [reference = ""] = references;
    return or(
      eq(tickets.reference, reference),
      orderWhere(sql`reference = ${reference}`),
      orderWhere(sql`transaction_id = (select id from transactions where reference = ${reference})`),
      refundWhere(sql`reference = ${reference}`),
    );
  }
  if (email) return holderWhere(startsWithIgnoringCase(users.email, email));
  const code = ticketCodeIn(typed);
  if (code)
    return or(
      eq(tickets.codeHash, hashOfCode(code)),
      digits === null
        ? undefined
        : sql`${tickets.holderId} = any(array(select id from users where phone = ${`+234${digits}`}))`,
    );
  if (digits !== null) return holderWhere(sql`${users.phone} like ${likePatternForPrefix(`+234${digits}`)}`);
  return ownerMatchesCondition(tickets.holderId, hasNameWords(users.words, typed, common), common);
}
