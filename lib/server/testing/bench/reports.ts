import type { Client } from "pg";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { gridCellOf } from "@/lib/contract/place.values";
import { copyIntoTable } from "@/lib/server/db/copy";
import { copyLine, createRandom, DAY_MS, type DatabaseSize, isoTime, pickByShare, uuidAt } from "./generated-rows";

const HOUR_MS = 3_600_000;
/** Number of days over which reports are spread, ending now. */
const REPORT_DAYS = 730;
const ROWS_PER_COPY = 25_000;
const OFFICER_COUNT = 20;
const TOP_CATEGORIES = 8;
const SUBCATEGORIES = 5;

const officerId = (n: number) => `00000000-0000-7000-b000-0000000000${String(n).padStart(2, "0")}`;
const categoryId = (n: number) => `00000000-0000-7000-8c00-0000000000${String(n).padStart(2, "0")}`;
const departmentId = (n: number) => `00000000-0000-7000-9000-0000000000${String(n).padStart(2, "0")}`;

/** Share of the population by town; most people live in or near Calabar. */
const TOWN_SHARES: readonly (readonly [{ lat: number; lng: number; lga: Lga; spread: number }, number])[] = [
  [{ lat: 4.96, lng: 8.33, lga: "Calabar Municipal", spread: 0.04 }, 0.4],
  [{ lat: 4.93, lng: 8.32, lga: "Calabar South", spread: 0.03 }, 0.15],
  [{ lat: 5.96, lng: 8.72, lga: "Ikom", spread: 0.05 }, 0.15],
  [{ lat: 5.81, lng: 8.08, lga: "Yakurr", spread: 0.05 }, 0.15],
  [{ lat: 6.66, lng: 8.8, lga: "Ogoja", spread: 0.08 }, 0.15],
];

const REPORT_SUBJECTS = [
  "pothole",
  "streetlight",
  "gutter",
  "refuse",
  "borehole",
  "bridge",
  "transformer",
  "school",
  "market",
];
const REPORT_PROBLEMS = [
  "broken",
  "flooded",
  "blocked",
  "burning",
  "dark",
  "leaking",
  "collapsed",
  "noisy",
  "abandoned",
];
const ROAD_NAMES = [
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
 * Loads departments, officers, categories on two levels (one category of the first level is private), and reports of two years, about 4%
 * of them open.
 */
export async function loadReports(
  client: Client,
  size: DatabaseSize,
  userIds: readonly string[],
  now: number,
): Promise<void> {
  for (let n = 0; n < OFFICER_COUNT; n++)
    await client.query(
      "insert into admins (id, first_name, last_name, email, status) values ($1, 'Officer', $2, $3, 'active')",
      [officerId(n), `No${n}`, `officer${n}@example.com`],
    );
  for (let n = 0; n < TOP_CATEGORIES; n++) {
    await client.query("insert into ireport_departments (id, name) values ($1, $2)", [departmentId(n), `Dept ${n}`]);
    for (let submittedAtMs = 0; submittedAtMs <= SUBCATEGORIES; submittedAtMs++)
      await client.query(
        `insert into ireport_categories (id, name, parent_id, department_id, target_hours, submitted_hours,
           acknowledged_hours, in_progress_hours, icon, private) values ($1, $2, $3, $4, 72, 4, 24, 48, 'construction', $5)`,
        [
          categoryId(n * 10 + submittedAtMs),
          `Category ${n}.${submittedAtMs}`,
          submittedAtMs ? categoryId(n * 10) : null,
          submittedAtMs ? null : departmentId(n),
          n === TOP_CATEGORIES - 1 && submittedAtMs === 0,
        ],
      );
  }
  const random = createRandom(7);
  for (let firstRow = 1; firstRow <= size.reports; firstRow += ROWS_PER_COPY) {
    const count = Math.min(ROWS_PER_COPY, size.reports - firstRow + 1);
    const lines = Array.from({ length: count }, (_, n) => reportLine(firstRow + n, random, size, userIds, now));
    await copyIntoTable(client, "ireports", REPORT_COLUMNS, lines);
  }
}

function reportLine(
  n: number,
  random: () => number,
  { reports }: DatabaseSize,
  userIds: readonly string[],
  now: number,
) {
  const pickOne = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;
  const submittedAtMs = now - ((reports - n) * REPORT_DAYS * DAY_MS) / reports - 1_000;
  const ageDays = (now - submittedAtMs) / DAY_MS;
  const isOpen = random() < (ageDays < 10 ? 0.6 : 0.03);
  const state = isOpen
    ? pickByShare(random, [
        ["submitted", 0.3],
        ["acknowledged", 0.3],
        ["in_progress", 0.3],
        ["waiting_for_citizen", 0.1],
      ] as const)
    : pickByShare(random, [
        ["resolved", 0.9],
        ["rejected", 0.1],
      ] as const);
  const runs = isOpen && state !== "waiting_for_citizen";
  const acknowledgedAtMs = state === "submitted" ? null : Math.min(now, submittedAtMs + random() * 30 * HOUR_MS);
  const endedAtMs = isOpen ? null : Math.min(now, submittedAtMs + random() * 200 * HOUR_MS);
  const stoppedAtMs = endedAtMs ?? (runs ? null : Math.min(now, submittedAtMs + 40 * HOUR_MS));
  const isReopened = random() < 0.02;
  const isRated = state === "resolved" && random() < 0.3;
  const town = pickByShare(random, TOWN_SHARES);
  const isPlaced = random() < 0.85;
  const place = {
    lat: town.lat + (random() + random() - 1) * town.spread,
    lng: town.lng + (random() + random() - 1) * town.spread,
  };
  const lga = random() < 0.1 ? pickOne(LGAS) : town.lga;
  const isAnonymous = n % 10 === 3;
  const text = `The ${pickOne(REPORT_SUBJECTS)} on ${pickOne(ROAD_NAMES)} Road is ${pickOne(REPORT_PROBLEMS)} since week ${n % 53}, near house ${n % 9_973}. Please send somebody, it troubles traders and children on their way to school every morning.`;
  return copyLine(
    uuidAt(submittedAtMs, 9, n),
    `IR-${String(n).padStart(6, "0")}`,
    categoryId(Math.floor(random() * TOP_CATEGORIES) * 10 + Math.floor(random() * (SUBCATEGORIES + 1))),
    `${pickOne(REPORT_SUBJECTS)} ${pickOne(REPORT_PROBLEMS)} on ${pickOne(ROAD_NAMES)} Road`,
    text,
    lga,
    `Ward ${n % 13}`,
    isPlaced ? place.lat.toFixed(6) : null,
    isPlaced ? place.lng.toFixed(6) : null,
    isPlaced ? gridCellOf(Number(place.lat.toFixed(6)), Number(place.lng.toFixed(6))) : null,
    isAnonymous ? null : (userIds[(n * 7_919) % userIds.length] ?? null),
    isAnonymous ? `hash ${n}` : null,
    pickByShare(random, [
      ["normal", 0.7],
      ["low", 0.15],
      ["high", 0.1],
      ["urgent", 0.05],
    ] as const),
    state,
    state === "waiting_for_citizen" ? "acknowledged" : null,
    state === "submitted" && random() < 0.7 ? null : officerId(Math.floor(random() * OFFICER_COUNT)),
    isoTime(submittedAtMs),
    isoTime(Math.min(now, submittedAtMs + 20 * HOUR_MS)),
    stoppedAtMs && isoTime(stoppedAtMs),
    72,
    isoTime(submittedAtMs + 72 * HOUR_MS),
    isOpen ? isoTime(submittedAtMs + 44 * HOUR_MS) : null,
    acknowledgedAtMs && isoTime(acknowledgedAtMs),
    state === "resolved" ? isoTime(endedAtMs ?? now) : null,
    isReopened ? 1 : 0,
    isReopened ? isoTime(Math.min(now, submittedAtMs + 300 * HOUR_MS)) : null,
    state === "rejected" ? "nothing_found" : null,
    isRated ? 1 + (n % 5) : null,
    isRated ? isoTime(Math.min(now, (endedAtMs ?? submittedAtMs) + 10 * HOUR_MS)) : null,
    isOpen && ageDays > 5 && random() < 0.5 ? isoTime(Math.min(now, submittedAtMs + 80 * HOUR_MS)) : null,
    n % 4,
  );
}
