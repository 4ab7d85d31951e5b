import type { Client } from "pg";
import { TICKET_CODE_ALPHABET, TICKET_CODE_LENGTH } from "@/lib/contract/event.values";
import { copyIntoTable } from "@/lib/server/db/copy";
import { hashOfCode } from "@/lib/server/event/ticket-code";
import { copyLine, createRandom, DAY_MS, type DatabaseSize, isoTime, pickByShare, uuidAt } from "./generated-rows";

/** Number of days over which sales are spread, ending now. */
const TICKET_DAYS = 730;
const EVENT_COUNT = 200;
const TYPES_PER_EVENT = 3;
const ROWS_PER_COPY = 25_000;
const SEATS_PER_TYPE = 1_000_000;

const ADMIN_ID = "00000000-0000-7000-8d00-000000000001";
const CATEGORY_ID = "00000000-0000-7000-8d00-000000000002";
const eventId = (n: number) => `00000000-0000-7000-8e00-${String(n).padStart(12, "0")}`;
const typeId = (n: number, typeIndex: number) =>
  `00000000-0000-7000-8f00-${String(n * 10 + typeIndex).padStart(12, "0")}`;

const ORDER_COLUMNS =
  "id, reference, event_id, user_id, state, total, quantity, expires_at, transaction_id, created_at, ended_at";
const TICKET_COLUMNS =
  "id, reference, code, code_hash, event_id, ticket_type_id, order_id, holder_id, price, state, checked_in_at, checked_in_by, gate, reason, created_at, updated_at";

const EVENT_WORDS = ["Carnival", "Jazz", "Race", "Fair", "Regatta", "Choir", "Summit", "Night"];

/**
 * Loads 200 events with three ticket types each, and two years of tickets in orders of one to three tickets. Some orders are paid by a
 * payment that was loaded before. Every 40th ticket was transferred to another holder.
 */
export async function loadTickets(
  client: Client,
  size: DatabaseSize,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  const wantedCount = size.tickets ?? 0;
  if (!wantedCount) return;
  await loadEvents(client, now);
  const paidTransactions = await client.query<{ id: string }>(
    "select id from transactions where type = 'ticket' and state = 'succeeded' order by created_at",
  );
  const random = createRandom(13);
  let [orders, tickets]: [string[], string[]] = [[], []];
  const copyChunk = async () => {
    await copyIntoTable(client, "event_orders", ORDER_COLUMNS, orders);
    await copyIntoTable(client, "tickets", TICKET_COLUMNS, tickets);
    [orders, tickets] = [[], []];
  };
  for (let n = 1, order = 1; n <= wantedCount; order++) {
    const count = Math.min(1 + (order % 3), wantedCount - n + 1);
    const at = now - ((wantedCount - n) * TICKET_DAYS * DAY_MS) / wantedCount - 5_000;
    const orderInput = { order, at, random, userIds, payment: paidTransactions.rows[order - 1]?.id ?? null };
    orders.push(orderLine(orderInput, count));
    for (let typeIndex = 0; typeIndex < count; typeIndex++) tickets.push(ticketLine(orderInput, n++));
    if (tickets.length >= ROWS_PER_COPY) await copyChunk();
  }
  await copyChunk();
  await client.query(`update ticket_types t set sold = s.sold, revenue = s.revenue from (
    select ticket_type_id as id, count(*) as sold, sum(price) as revenue from tickets
    where state in ('valid', 'checked_in') group by 1) s where s.id = t.id`);
  await client.query(`update events e set taken = s.taken from (
    select event_id as id, sum(sold) as taken from ticket_types group by 1) s where s.id = e.id`);
}

async function loadEvents(client: Client, now: number) {
  const person =
    "insert into admins (id, first_name, last_name, email, status) values ($1, 'Gate', 'One', $2, 'active')";
  await client.query(person, [ADMIN_ID, "gate@example.com"]);
  const category = "insert into event_categories (id, name, colour, icon) values ($1, 'Music', '#0a6b4a', 'music')";
  await client.query(category, [CATEGORY_ID]);
  for (let n = 0; n < EVENT_COUNT; n++) {
    const at = now + ((n - EVENT_COUNT * 0.9) * TICKET_DAYS * DAY_MS) / EVENT_COUNT;
    await client.query(
      `insert into events (id, title, category_id, venue, lga, starts_at, ends_at, state, live_at, created_by)
        values ($1, $2, $3, 'Cultural Centre', 'Calabar Municipal', $4, $5, 'live', $6, $7)`,
      [
        eventId(n),
        `${EVENT_WORDS[n % EVENT_WORDS.length]} of Calabar ${n}`,
        CATEGORY_ID,
        isoTime(at),
        isoTime(at + 0.3 * DAY_MS),
        isoTime(at - 60 * DAY_MS),
        ADMIN_ID,
      ],
    );
    for (let typeIndex = 0; typeIndex < TYPES_PER_EVENT; typeIndex++)
      await client.query(
        "insert into ticket_types (id, event_id, name, price, quantity, position) values ($1, $2, $3, $4, $5, $6)",
        [
          typeId(n, typeIndex),
          eventId(n),
          ["Regular", "VIP", "Student"][typeIndex],
          100_000 * (typeIndex + 1),
          SEATS_PER_TYPE,
          typeIndex,
        ],
      );
  }
}

type OrderInput = {
  order: number;
  at: number;
  random: () => number;
  userIds: readonly string[];
  payment: string | null;
};

const buyerOf = ({ order, userIds }: OrderInput) => userIds[(order * 7_919) % userIds.length] ?? "";
/** Distributes orders over all events, so that each event has tickets of all times. */
const eventOf = ({ order }: OrderInput) => (order * 31) % EVENT_COUNT;

const orderLine = (orderInput: OrderInput, count: number) =>
  copyLine(
    ...[
      uuidAt(orderInput.at, 11, orderInput.order),
      `ORD-${orderInput.order}`,
      eventId(eventOf(orderInput)),
      buyerOf(orderInput),
      "paid",
    ],
    ...[
      count * 100_000,
      count,
      isoTime(orderInput.at),
      orderInput.payment,
      isoTime(orderInput.at),
      isoTime(orderInput.at),
    ],
  );

function ticketLine(orderInput: OrderInput, n: number): string {
  const { order, at, random, userIds } = orderInput;
  const state = pickByShare(random, [
    ["checked_in", 0.72],
    ["valid", 0.2],
    ["refunded", 0.06],
    ["void", 0.02],
  ] as const);
  const code = ticketCode(n);
  const holder = n % 40 ? buyerOf(orderInput) : (userIds[(n * 31) % userIds.length] ?? "");
  const event = eventOf(orderInput);
  const isCheckedIn = state === "checked_in";
  const checkedInAt = isoTime(at + 5_000 * random());
  return copyLine(
    ...[uuidAt(at, 12, n), `TKT-${n}`, code, hashOfCode(code), eventId(event), typeId(event, n % TYPES_PER_EVENT)],
    ...[
      uuidAt(at, 11, order),
      holder,
      100_000,
      state,
      isCheckedIn ? checkedInAt : null,
      isCheckedIn ? ADMIN_ID : null,
      isCheckedIn ? "Main gate" : "",
    ],
    ...[isCheckedIn || state === "valid" ? null : "Asked for", isoTime(at), checkedInAt],
  );
}

/** Returns a different code for each number below 32 to the power of 16. */
function ticketCode(n: number): string {
  let remainder = BigInt(n) * 0x9e3779b97f4a7c15n;
  let code = "";
  for (let at = 0; at < TICKET_CODE_LENGTH; at++, remainder >>= 4n)
    code += TICKET_CODE_ALPHABET[Number(remainder & 31n)];
  return code;
}
