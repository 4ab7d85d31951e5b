import type { Client } from "pg";
import { CODE_LENGTH, CODE_LETTERS } from "@/lib/contract/event.values";
import { copyIn } from "@/lib/server/db/copy";
import { hashOfCode } from "@/lib/server/event/ticket-code";
import { DAY, idAt, line, numbers, pick, type Size, stamp } from "./world";

/** Days over which sales are spread, ending now. */
const TICKET_DAYS = 730;
const EVENTS = 200;
const TYPES = 3;
const PIECE = 25_000;
const SEATS = 1_000_000;

const ADMIN = "00000000-0000-7000-8d00-000000000001";
const CATEGORY = "00000000-0000-7000-8d00-000000000002";
const eventId = (n: number) => `00000000-0000-7000-8e00-${String(n).padStart(12, "0")}`;
const typeId = (n: number, nth: number) => `00000000-0000-7000-8f00-${String(n * 10 + nth).padStart(12, "0")}`;

const ORDER_COLUMNS =
  "id, reference, event_id, user_id, state, total, quantity, expires_at, transaction_id, created_at, ended_at";
const TICKET_COLUMNS =
  "id, reference, code, code_hash, event_id, ticket_type_id, order_id, holder_id, price, state, checked_in_at, checked_in_by, gate, reason, created_at, updated_at";

const words = ["Carnival", "Jazz", "Race", "Fair", "Regatta", "Choir", "Summit", "Night"];

/**
 * Loads 200 events with three ticket types each, and tickets of two years in orders of one to three. Some orders have a payment
 * that was loaded before. Every 40th ticket has another holder than the buyer.
 */
export async function loadTickets(client: Client, size: Size, userIds: readonly string[], now: number): Promise<void> {
  const wanted = size.tickets ?? 0;
  if (!wanted) return;
  await loadEvents(client, now);
  const paid = await client.query<{ id: string }>(
    "select id from transactions where type = 'ticket' and state = 'succeeded' order by created_at",
  );
  const random = numbers(13);
  let [orders, tickets]: [string[], string[]] = [[], []];
  const send = async () => {
    await copyIn(client, "event_orders", ORDER_COLUMNS, orders);
    await copyIn(client, "tickets", TICKET_COLUMNS, tickets);
    [orders, tickets] = [[], []];
  };
  for (let n = 1, order = 1; n <= wanted; order++) {
    const count = Math.min(1 + (order % 3), wanted - n + 1);
    const at = now - ((wanted - n) * TICKET_DAYS * DAY) / wanted - 5_000;
    const bought = { order, at, random, userIds, payment: paid.rows[order - 1]?.id ?? null };
    orders.push(orderLine(bought, count));
    for (let nth = 0; nth < count; nth++) tickets.push(ticketLine(bought, n++));
    if (tickets.length >= PIECE) await send();
  }
  await send();
  await client.query(`update ticket_types t set sold = s.sold, revenue = s.revenue from (
    select ticket_type_id as id, count(*) as sold, sum(price) as revenue from tickets
    where state in ('valid', 'checked_in') group by 1) s where s.id = t.id`);
  await client.query(`update events e set taken = s.taken from (
    select event_id as id, sum(sold) as taken from ticket_types group by 1) s where s.id = e.id`);
}

async function loadEvents(client: Client, now: number) {
  const person =
    "insert into admins (id, first_name, last_name, email, status) values ($1, 'Gate', 'One', $2, 'active')";
  await client.query(person, [ADMIN, "gate@example.com"]);
  const category = "insert into event_categories (id, name, colour, icon) values ($1, 'Music', '#0a6b4a', 'music')";
  await client.query(category, [CATEGORY]);
  for (let n = 0; n < EVENTS; n++) {
    const at = now + ((n - EVENTS * 0.9) * TICKET_DAYS * DAY) / EVENTS;
    await client.query(
      `insert into events (id, title, category_id, venue, lga, starts_at, ends_at, state, live_at, created_by)
        values ($1, $2, $3, 'Cultural Centre', 'Calabar Municipal', $4, $5, 'live', $6, $7)`,
      [
        eventId(n),
        `${words[n % words.length]} of Calabar ${n}`,
        CATEGORY,
        stamp(at),
        stamp(at + 0.3 * DAY),
        stamp(at - 60 * DAY),
        ADMIN,
      ],
    );
    for (let nth = 0; nth < TYPES; nth++)
      await client.query(
        "insert into ticket_types (id, event_id, name, price, quantity, position) values ($1, $2, $3, $4, $5, $6)",
        [typeId(n, nth), eventId(n), ["Regular", "VIP", "Student"][nth], 100_000 * (nth + 1), SEATS, nth],
      );
  }
}

type Bought = {
  order: number;
  at: number;
  random: () => number;
  userIds: readonly string[];
  payment: string | null;
};

const buyerOf = ({ order, userIds }: Bought) => userIds[(order * 7_919) % userIds.length] ?? "";
/** Spreads orders over all events, so that each event has tickets of all times. */
const eventOf = ({ order }: Bought) => (order * 31) % EVENTS;

const orderLine = (bought: Bought, count: number) =>
  line(
    ...[idAt(bought.at, 11, bought.order), `ORD-${bought.order}`, eventId(eventOf(bought)), buyerOf(bought), "paid"],
    ...[count * 100_000, count, stamp(bought.at), bought.payment, stamp(bought.at), stamp(bought.at)],
  );

function ticketLine(bought: Bought, n: number): string {
  const { order, at, random, userIds } = bought;
  const state = pick(random, [
    ["checked_in", 0.72],
    ["valid", 0.2],
    ["refunded", 0.06],
    ["void", 0.02],
  ] as const);
  const code = codeOf(n);
  const holder = n % 40 ? buyerOf(bought) : (userIds[(n * 31) % userIds.length] ?? "");
  const event = eventOf(bought);
  const isIn = state === "checked_in";
  const then = stamp(at + 5_000 * random());
  return line(
    ...[idAt(at, 12, n), `TKT-${n}`, code, hashOfCode(code), eventId(event), typeId(event, n % TYPES)],
    ...[idAt(at, 11, order), holder, 100_000, state, isIn ? then : null, isIn ? ADMIN : null, isIn ? "Main gate" : ""],
    ...[isIn || state === "valid" ? null : "Asked for", stamp(at), then],
  );
}

/** Returns a different code for each number below 32 to the power of 16. */
function codeOf(n: number): string {
  let rest = BigInt(n) * 0x9e3779b97f4a7c15n;
  let code = "";
  for (let at = 0; at < CODE_LENGTH; at++, rest >>= 4n) code += CODE_LETTERS[Number(rest & 31n)];
  return code;
}
