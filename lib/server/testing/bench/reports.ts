import type { Client } from "pg";
import { LGAS, type Lga } from "@/lib/contract/kyc.values";
import { cellOf } from "@/lib/contract/place.values";
import { copyIn } from "@/lib/server/db/copy";
import { DAY, idAt, line, numbers, pick, type Size, stamp } from "./world";

const HOUR = 3_600_000;
/** Days over which reports are spread, ending now. */
const REPORT_DAYS = 730;
const PIECE = 25_000;
const OFFICERS = 20;
const TOP = 8;
const BELOW = 5;

const officerId = (n: number) => `00000000-0000-7000-b000-0000000000${String(n).padStart(2, "0")}`;
const categoryId = (n: number) => `00000000-0000-7000-8c00-0000000000${String(n).padStart(2, "0")}`;
const departmentId = (n: number) => `00000000-0000-7000-9000-0000000000${String(n).padStart(2, "0")}`;

/** Share of the population by town: most live in or near Calabar. */
const TOWNS: readonly (readonly [{ lat: number; lng: number; lga: Lga; spread: number }, number])[] = [
  [{ lat: 4.96, lng: 8.33, lga: "Calabar Municipal", spread: 0.04 }, 0.4],
  [{ lat: 4.93, lng: 8.32, lga: "Calabar South", spread: 0.03 }, 0.15],
  [{ lat: 5.96, lng: 8.72, lga: "Ikom", spread: 0.05 }, 0.15],
  [{ lat: 5.81, lng: 8.08, lga: "Yakurr", spread: 0.05 }, 0.15],
  [{ lat: 6.66, lng: 8.8, lga: "Ogoja", spread: 0.08 }, 0.15],
];

const THINGS = ["pothole", "streetlight", "gutter", "refuse", "borehole", "bridge", "transformer", "school", "market"];
const TROUBLES = ["broken", "flooded", "blocked", "burning", "dark", "leaking", "collapsed", "noisy", "abandoned"];
const ROADS = [
  "Marian",
  "Mayne",
  "Goldie",
  "Etta Agbor",
  "Ekpo Abasi",
  "Mary Slessor",
  "Ndidem",
  "Murtala",
  "Odukpani",
];

const REPORT_COLUMNS =
  "id, number, category_id, title, text, lga, ward, lat, lng, cell, reporter_id, code_hash, priority, state, resume_state, owner_id, submitted_at, state_since, stopped_at, target_hours, due_at, state_due_at, acknowledged_at, resolved_at, reopened, reopened_at, rejection, rating, rated_at, escalated_at, photos";

/**
 * Loads departments, officers, categories on two levels (one of the first is private), and reports of two years, about four in a
 * hundred of them open.
 */
export async function loadReports(client: Client, size: Size, userIds: readonly string[], now: number): Promise<void> {
  for (let n = 0; n < OFFICERS; n++)
    await client.query(
      "insert into admins (id, first_name, last_name, email, status) values ($1, 'Officer', $2, $3, 'active')",
      [officerId(n), `No${n}`, `officer${n}@example.com`],
    );
  for (let n = 0; n < TOP; n++) {
    await client.query("insert into ireport_departments (id, name) values ($1, $2)", [departmentId(n), `Dept ${n}`]);
    for (let at = 0; at <= BELOW; at++)
      await client.query(
        `insert into ireport_categories (id, name, parent_id, department_id, target_hours, submitted_hours,
           acknowledged_hours, in_progress_hours, icon, private) values ($1, $2, $3, $4, 72, 4, 24, 48, 'construction', $5)`,
        [
          categoryId(n * 10 + at),
          `Category ${n}.${at}`,
          at ? categoryId(n * 10) : null,
          at ? null : departmentId(n),
          n === TOP - 1 && at === 0,
        ],
      );
  }
  const random = numbers(7);
  for (let from = 1; from <= size.reports; from += PIECE) {
    const count = Math.min(PIECE, size.reports - from + 1);
    const lines = Array.from({ length: count }, (_, n) => reportLine(from + n, random, size, userIds, now));
    await copyIn(client, "ireports", REPORT_COLUMNS, lines);
  }
}

function reportLine(n: number, random: () => number, { reports }: Size, userIds: readonly string[], now: number) {
  const any = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  const at = now - ((reports - n) * REPORT_DAYS * DAY) / reports - 1_000;
  const age = (now - at) / DAY;
  const isOpen = random() < (age < 10 ? 0.6 : 0.03);
  const state = isOpen
    ? pick(random, [
        ["submitted", 0.3],
        ["acknowledged", 0.3],
        ["in_progress", 0.3],
        ["waiting_for_citizen", 0.1],
      ] as const)
    : pick(random, [
        ["resolved", 0.9],
        ["rejected", 0.1],
      ] as const);
  const runs = isOpen && state !== "waiting_for_citizen";
  const acknowledged = state === "submitted" ? null : Math.min(now, at + random() * 30 * HOUR);
  const ended = isOpen ? null : Math.min(now, at + random() * 200 * HOUR);
  const stopped = ended ?? (runs ? null : Math.min(now, at + 40 * HOUR));
  const isReopened = random() < 0.02;
  const isRated = state === "resolved" && random() < 0.3;
  const town = pick(random, TOWNS);
  const isPlaced = random() < 0.85;
  const place = {
    lat: town.lat + (random() + random() - 1) * town.spread,
    lng: town.lng + (random() + random() - 1) * town.spread,
  };
  const lga = random() < 0.1 ? any(LGAS) : town.lga;
  const isAnonymous = n % 10 === 3;
  const text = `The ${any(THINGS)} on ${any(ROADS)} Road is ${any(TROUBLES)} since week ${n % 53}, near house ${n % 9_973}. Please send somebody, it troubles traders and children on their way to school every morning.`;
  return line(
    idAt(at, 9, n),
    `IR-${String(n).padStart(6, "0")}`,
    categoryId(Math.floor(random() * TOP) * 10 + Math.floor(random() * (BELOW + 1))),
    `${any(THINGS)} ${any(TROUBLES)} on ${any(ROADS)} Road`,
    text,
    lga,
    `Ward ${n % 13}`,
    isPlaced ? place.lat.toFixed(6) : null,
    isPlaced ? place.lng.toFixed(6) : null,
    isPlaced ? cellOf(Number(place.lat.toFixed(6)), Number(place.lng.toFixed(6))) : null,
    isAnonymous ? null : (userIds[(n * 7_919) % userIds.length] ?? null),
    isAnonymous ? `hash ${n}` : null,
    pick(random, [
      ["normal", 0.7],
      ["low", 0.15],
      ["high", 0.1],
      ["urgent", 0.05],
    ] as const),
    state,
    state === "waiting_for_citizen" ? "acknowledged" : null,
    state === "submitted" && random() < 0.7 ? null : officerId(Math.floor(random() * OFFICERS)),
    stamp(at),
    stamp(Math.min(now, at + 20 * HOUR)),
    stopped && stamp(stopped),
    72,
    stamp(at + 72 * HOUR),
    isOpen ? stamp(at + 44 * HOUR) : null,
    acknowledged && stamp(acknowledged),
    state === "resolved" ? stamp(ended ?? now) : null,
    isReopened ? 1 : 0,
    isReopened ? stamp(Math.min(now, at + 300 * HOUR)) : null,
    state === "rejected" ? "nothing_found" : null,
    isRated ? 1 + (n % 5) : null,
    isRated ? stamp(Math.min(now, (ended ?? at) + 10 * HOUR)) : null,
    isOpen && age > 5 && random() < 0.5 ? stamp(Math.min(now, at + 80 * HOUR)) : null,
    n % 4,
  );
}
