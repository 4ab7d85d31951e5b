import "server-only";
import { sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { allRowsUrl } from "@/lib/contract/list.values";
import type { DayCheckResult } from "@/lib/contract/reconciliation-days";
import { type DayClosingCheck, MINUTES_BEFORE_DAY_PROPOSAL } from "@/lib/contract/reconciliation-days.values";
import { recordUrl } from "@/lib/contract/records";
import { formatDateTime, formatDay, formatList, formatMoney, pluralize, titleCase } from "@/lib/format";
import { addDays, endOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { readLastVerification } from "@/lib/server/status/last-verification";
import type { ComputedDay } from "./day-figures";
import type { StartedSettings } from "./day-period";

const RECONCILIATION_URL = "/dashboard/wallets/reconciliation";
const ACCOUNTS_URL = `${RECONCILIATION_URL}/accounts`;

/** Number of exceptions and the sum of their absolute amounts in kobo. */
export type ExceptionSum = { count: number; sum: number };
/** Result of all checks of a day. `exceptions`: unmatched items up to the day that are due now. */
export type Checklist = { checks: DayCheckResult[]; exceptions: ExceptionSum };

/** Checks all conditions for closing a day. */
export async function runDayChecklist(
  db: Queryable,
  day: string,
  settings: StartedSettings,
  { figures, accounts }: ComputedDay,
): Promise<Checklist> {
  const facts = await readFacts(db, day, settings);
  const verified = await readLastVerification(db, "ledger");
  const checks: DayCheckResult[] = [];
  const add = (id: DayClosingCheck, ok: boolean, text: string, url: string | null) =>
    checks.push({ id, ok, text, url });

  const earliest = new Date(endOfDay(day).getTime() + MINUTES_BEFORE_DAY_PROPOSAL * 60_000);
  const hasEnded = earliest.getTime() <= Date.now();
  add("ended", hasEnded, hasEnded ? "It has." : `Wait until ${formatDateTime(earliest.getTime())}.`, null);

  const previous = addDays(day, -1);
  const isNext = settings.closedUntil >= previous;
  const previousText = previous < settings.startsOn ? "This is the first day." : `${formatDay(previous)} is closed.`;
  add(
    "previous",
    isNext,
    isNext ? previousText : `${formatDay(addDays(settings.closedUntil, 1))} comes first.`,
    isNext ? null : recordUrl("reconciliation_day", addDays(settings.closedUntil, 1)),
  );

  const active = accounts.filter(({ needsStatement }) => needsStatement);
  const uncovered = active.filter(({ isCovered }) => !isCovered).map(({ name }) => name);
  const deviating = accounts.filter(({ deviation }) => deviation !== 0);
  const statementText = uncovered.length
    ? `No statement of ${formatList(uncovered)} covers the day.`
    : deviating.length
      ? `${formatList(deviating.map(({ name, deviation }) => `${name} differs from its statement by ${formatMoney(deviation)}`))}. A statement before it is missing.`
      : `${pluralize(active.length, "account")}, each with a statement.`;
  add("statements", active.length > 0 && !uncovered.length && !deviating.length, statementText, ACCOUNTS_URL);

  const late = facts.late_providers.map(titleCase);
  add(
    "providers",
    late.length === 0,
    late.length ? `Not fetched through the day: ${formatList(late)}.` : "All are fetched through the day.",
    ACCOUNTS_URL,
  );
  add(
    "ledger_collected",
    facts.uncollected === 0,
    facts.uncollected
      ? `${pluralize(facts.uncollected, "posting")} on the settlement float will become items soon.`
      : "Every posting on the settlement float is an item.",
    null,
  );
  add(
    "matched",
    facts.unmatched_yet === 0,
    facts.unmatched_yet
      ? `${pluralize(facts.unmatched_yet, "item")} wait for the next matching.`
      : "Matching has included all items.",
    `${RECONCILIATION_URL}/rules`,
  );

  const { count, sum } = facts.exceptions;
  const limit = settings.unexplainedLimit;
  const areAccepted = limit > 0 ? sum <= limit : count === 0;
  add(
    "exceptions",
    areAccepted,
    count === 0
      ? "There are none."
      : `${pluralize(count, "exception")}, ${formatMoney(sum)} in sum. The limit is ${formatMoney(limit)}.`,
    `${RECONCILIATION_URL}?state=exception&to=${day}`,
  );

  const { difference } = figures.statement;
  add(
    "difference",
    difference === 0,
    difference === 0 ? "The difference is ₦0.00." : `${formatMoney(difference)} are not explained.`,
    null,
  );

  const isVerified = Boolean(verified?.isOk && verified.beganAt >= endOfDay(day));
  const verifiedText = !verified
    ? "It was never verified."
    : verified.isOk
      ? `Last verified on ${formatDateTime(verified.beganAt.getTime())}${isVerified ? "" : ", before the day ended"}.`
      : "The last verification found a fault.";
  add("ledger_verified", isVerified, verifiedText, "/dashboard/wallets");

  const { lines, balance } = figures.suspense;
  add(
    "suspense",
    true,
    lines.length
      ? `${pluralize(lines.length, "amount")} on suspense, ${formatMoney(balance)} in sum. The proposal's remark must explain them.`
      : "Suspense is empty.",
    lines.length ? allRowsUrl("/dashboard/wallets/suspense") : null,
  );
  return { checks, exceptions: facts.exceptions };
}

type Facts = { late_providers: string[]; uncollected: number; unmatched_yet: number; exceptions: ExceptionSum };

/** Reads the facts for all checks of a day in one SQL statement, so that they are from the same moment. */
async function readFacts(
  db: Queryable,
  day: string,
  { startsOn, ledgerSeq, matchedThrough }: StartedSettings,
): Promise<Facts> {
  const { rows } = await db.execute<Omit<Facts, "exceptions"> & { exceptions: number; exception_sum: number }>(sql`
    with open_items as (
      select id, amount, due_on from reconciliation_items
      where match_id is null and not is_split and accounting_day <= ${day}
    ), providers as (
      select distinct m.provider from payment_methods m where m.provider <> 'ledger' and (m.enabled or exists (
        select 1 from transactions t where t.method_id = m.id and t.created_at >= ${startsOn}::timestamp at time zone 'Africa/Lagos'))
      union select provider from reconciliation_providers
    )
    select array(select p.provider from providers p left join reconciliation_providers f on f.provider = p.provider
        where f.fetched_to is null or f.fetched_to < ${day} order by 1) as late_providers,
      (select count(*)::int from ledger_postings where account_id = ${IDS.settlement_float} and seq > ${ledgerSeq}
        and posted_at < ${endOfDay(day).toISOString()}
        and posted_at >= ${startsOn}::timestamp at time zone 'Africa/Lagos') as uncollected,
      (select count(*)::int from open_items where id > ${matchedThrough}) as unmatched_yet,
      (select count(*)::int from open_items where due_on <= (now() at time zone 'Africa/Lagos')::date) as exceptions,
      (select coalesce(sum(abs(amount)), 0)::float8 from open_items
        where due_on <= (now() at time zone 'Africa/Lagos')::date) as exception_sum`);
  const [row] = rows;
  if (!row) throw new Error("No facts.");
  const { exceptions, exception_sum: sum, ...facts } = row;
  return { ...facts, exceptions: { count: exceptions, sum } };
}

/** True if the proposal's remark must explain money: suspense that is not empty, or the opening difference of new accounts. */
export const needsProposalRemark = (
  day: string,
  { startsOn }: StartedSettings,
  { figures, firstOpenings }: ComputedDay,
) =>
  figures.suspense.lines.length > 0 ||
  (day === startsOn ? figures.statement.opening_difference !== 0 : firstOpenings !== 0);
