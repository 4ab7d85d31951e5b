import type { Client } from "pg";
import type { ApplicationState } from "@/lib/contract/grant.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { copyIntoTable } from "@/lib/server/db/copy";
import { copyLine, createRandom, DAY_MS, type DatabaseSize, isoTime, pickByShare, uuidAt } from "./generated-rows";

/** Number of days over which applications are spread, ending now. */
const APPLICATION_DAYS = 730;
const PROGRAMME_COUNT = 100;
const ROWS_PER_COPY = 25_000;
/** Amount in kobo that each application is awarded. */
const AWARD_AMOUNT = 1_000;

const ADMIN_ID = "00000000-0000-7000-9100-000000000001";
const programmeId = (n: number) => `00000000-0000-7000-9200-${String(n).padStart(12, "0")}`;

const APPLICATION_COLUMNS =
  "id, reference, programme_id, user_id, state, amount_asked, amount, contact_phone, applicant_lga, applicant_tier, payout_kind, duplicates, reviews, score_sum, reason, in_batch, submitted_at, updated_at";
const CHECK_KEY_COLUMNS = "application_id, kind, value";

const STATE_SHARES = [
  ["disbursed", 0.5],
  ["rejected", 0.3],
  ["submitted", 0.1],
  ["shortlisted", 0.05],
  ["approved", 0.04],
  ["payment_failed", 0.01],
] as const satisfies readonly (readonly [ApplicationState, number])[];
const AWARDED_STATES: readonly string[] = ["approved", "payment_failed", "disbursed"];

/**
 * Loads two years of applications to at least 100 programmes, each application with the duplicate-check key of its phone. With few users there are
 * more programmes, because a user applies only once to each. Every 50th application has the phone of the previous one, and both are
 * flagged.
 */
export async function loadApplications(client: Client, size: DatabaseSize, userIds: readonly string[], now: number) {
  const wantedCount = size.applications ?? 0;
  if (!wantedCount) return;
  const programmes = Math.max(PROGRAMME_COUNT, Math.ceil(wantedCount / userIds.length));
  const random = createRandom(17);
  let [applications, checkKeys]: [string[], string[]] = [[], []];
  await loadProgrammes(client, programmes, now);
  for (let n = 1; n <= wantedCount; n++) {
    const at = now - ((wantedCount - n) * APPLICATION_DAYS * DAY_MS) / wantedCount - 5_000;
    const id = uuidAt(at, 13, n);
    applications.push(applicationLine({ n, id, at, random, programmes, userIds }));
    checkKeys.push(copyLine(id, "phone", `key-${hasPhoneOfOther(n) ? n - 1 : n}`));
    if (applications.length < ROWS_PER_COPY && n < wantedCount) continue;
    await copyIntoTable(client, "grant_applications", APPLICATION_COLUMNS, applications);
    await copyIntoTable(client, "grant_fingerprints", CHECK_KEY_COLUMNS, checkKeys);
    [applications, checkKeys] = [[], []];
  }
  await client.query(`update grant_programmes p set committed = s.committed, paid = s.paid, budget = s.committed + s.paid
    from (select programme_id as id, coalesce(sum(amount) filter (where state <> 'disbursed'), 0) as committed,
      coalesce(sum(amount) filter (where state = 'disbursed'), 0) as paid
      from grant_applications where state in ('approved', 'payment_failed', 'disbursed') group by 1) s where s.id = p.id`);
  await client.query(`update ledger_accounts set reserved = (select sum(budget - paid) from grant_programmes)
    where code = 'grants_pool'`);
}

async function loadProgrammes(client: Client, count: number, now: number) {
  await client.query(
    "insert into admins (id, first_name, last_name, email, status) values ($1, 'Desk', 'One', 'desk@example.com', 'active')",
    [ADMIN_ID],
  );
  for (let n = 0; n < count; n++)
    await client.query(
      `insert into grant_programmes (id, name, sponsor, purpose, state, award_kind, amount, budget, opens_at, closes_at, created_by)
        values ($1, $2, 'Ministry of Agriculture', 'Seed', 'closed', 'fixed', $3, $3, $4, $5, $6)`,
      [
        programmeId(n),
        `Programme ${n}`,
        AWARD_AMOUNT,
        isoTime(now - (APPLICATION_DAYS + 1) * DAY_MS),
        isoTime(now),
        ADMIN_ID,
      ],
    );
}

const hasPhoneOfOther = (n: number) => n % 50 === 0;

type ApplicationInput = {
  n: number;
  id: string;
  at: number;
  random: () => number;
  programmes: number;
  userIds: readonly string[];
};

function applicationLine({ n, id, at, random, programmes, userIds }: ApplicationInput): string {
  const programme = n % programmes;
  const user = (Math.floor(n / programmes) * 7_919 + programme * 31) % userIds.length;
  const state = pickByShare(random, STATE_SHARES);
  const isScored = AWARDED_STATES.includes(state) || n % 3 === 0;
  const reviewCount = isScored ? 2 : n % 2;
  const isFlagged = hasPhoneOfOther(n) || hasPhoneOfOther(n + 1);
  return copyLine(
    ...[id, `GRA-${n}`, programmeId(programme), userIds[user] ?? "", state, AWARD_AMOUNT],
    ...[AWARDED_STATES.includes(state) ? AWARD_AMOUNT : null, `+23481${String(n).padStart(8, "0")}`],
    ...[LGAS[(n * 31) % LGAS.length] ?? "Abi", n % 4, "wallet", isFlagged ? "{phone}" : "{}"],
    ...[reviewCount, isScored ? Math.floor(random() * 201) : null, state === "rejected" ? "Not eligible" : null],
    ...[String(state === "payment_failed" || (state === "approved" && n % 2 === 0)), isoTime(at), isoTime(at)],
  );
}
