import "server-only";
import { and, asc, eq, gt, gte, lte, min } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { COVERAGE_DAYS_DEFAULT, COVERAGE_DAYS_MAX } from "@/lib/contract/reconciliation.values";
import type { CoverageSource, statementCalls } from "@/lib/contract/reconciliation-statements";
import { titleCase } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import { addDays, countDays, lagosDayOf, listLagosDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { bankAccounts, bankStatements } from "@/lib/server/db/schema/bank-statements";
import { ledgerPostings } from "@/lib/server/db/schema/ledger";
import { reconciliationProviders } from "@/lib/server/db/schema/reconciliation";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { offeredPaymentProviders } from "@/lib/server/transaction/payment-methods";

type Period = { from: string; to: string };

/** Returns the overlap of two periods. Compares days as texts, which works for ISO 8601. */
function clip(period: Period, { from, to }: Period): Period {
  const [, first = from] = [period.from, from].sort();
  const [last = to] = [period.to, to].sort();
  return { from: first, to: last };
}

/** Returns the last Lagos day that has ended. */
export const yesterdayInLagos = () => addDays(lagosDayOf(new Date()), -1);

/** Returns whether a statement covers a day. Its import must be from a later day: on the day itself, the day's last lines may be missing. */
export const coversDay = (
  { fromDay, toDay, startedAt }: { fromDay: string; toDay: string; startedAt: Date },
  day: string,
) => fromDay <= day && day <= toDay && day < lagosDayOf(startedAt);

/** Returns the days of a period that each account's imported statements cover. */
export async function coveredDaysByAccount(db: Queryable, { from, to }: Period): Promise<Map<string, Set<string>>> {
  const { accountId, fromDay, toDay, startedAt, state } = bankStatements;
  const statements = await db
    .select({ accountId, fromDay, toDay, startedAt })
    .from(bankStatements)
    .where(and(eq(state, "imported"), lte(fromDay, to), gte(toDay, from)));
  const covered = new Map<string, Set<string>>();
  for (const statement of statements) {
    const days = covered.get(statement.accountId) ?? new Set();
    covered.set(statement.accountId, days);
    const shown = clip({ from: statement.fromDay, to: statement.toDay }, { from, to });
    for (const day of listLagosDays(shown.from, shown.to)) if (coversDay(statement, day)) days.add(day);
  }
  return covered;
}

/**
 * Returns the days of a period that each source covers: bank account, provider or ledger. Days before a source's first one need no
 * coverage.
 */
export async function readCoverageSources(db: Queryable, period: Period): Promise<CoverageSource[]> {
  const { startsOn, ledgerSeq } = await readReconciliationSettings(db);
  if (!startsOn) return [];
  const days = listLagosDays(period.from, period.to);
  const byAccount = await coveredDaysByAccount(db, period);
  const accounts = await db
    .select()
    .from(bankAccounts)
    .where(eq(bankAccounts.isActive, true))
    .orderBy(asc(bankAccounts.name), asc(bankAccounts.id));
  const fetched = new Map((await db.select().from(reconciliationProviders)).map((each) => [each.provider, each]));
  const ledgerTo = await ledgerCollectedTo(db, ledgerSeq);
  const upTo = (last: string | null | undefined) => (last ? days.filter((day) => day <= last) : []);
  return [
    ...accounts.map(({ id, name, startsOn: firstDay }) => ({
      ...{ kind: "account" as const, id, name, problem: null, starts_on: firstDay ?? startsOn },
      covered: days.filter((day) => byAccount.get(id)?.has(day)),
    })),
    ...offeredPaymentProviders()
      .filter((provider) => provider !== "ledger")
      .map((provider) => ({
        ...{ kind: "provider" as const, id: provider, name: titleCase(provider), starts_on: startsOn },
        covered: upTo(fetched.get(provider)?.fetchedTo),
        problem: fetched.get(provider)?.problem ?? null,
      })),
    { kind: "ledger", id: "ledger", name: "Ledger", starts_on: startsOn, covered: upTo(ledgerTo), problem: null },
  ];
}

/** Returns the last ended day of which all postings on the float have become items. */
async function ledgerCollectedTo(db: Queryable, ledgerSeq: number): Promise<string> {
  const [next] = await db
    .select({ at: min(ledgerPostings.postedAt) })
    .from(ledgerPostings)
    .where(and(eq(ledgerPostings.accountId, SYSTEM_ACCOUNT_IDS.settlement_float), gt(ledgerPostings.seq, ledgerSeq)));
  const yesterday = yesterdayInLagos();
  const dayBefore = next?.at && addDays(lagosDayOf(next.at), -1);
  return dayBefore && dayBefore < yesterday ? dayBefore : yesterday;
}

/** Returns the names of the bank accounts, providers and ledger that do not cover a day. */
export async function listUncoveredSources(db: Queryable, day: string): Promise<string[]> {
  const sources = await readCoverageSources(db, { from: day, to: day });
  return sources.filter((each) => each.starts_on <= day && !each.covered.includes(day)).map(({ name }) => name);
}

/**
 * Returns covered and closed days, from the first day of reconciliation up to yesterday.
 * @throws 400 for a period in the wrong order or of more than 92 days
 */
export async function readCoverage(db: Queryable, input: InputOf<typeof statementCalls.coverage>) {
  const { startsOn, closedUntil } = await readReconciliationSettings(db);
  const yesterday = yesterdayInLagos();
  const to = input.to ?? (input.from ? addDays(input.from, COVERAGE_DAYS_DEFAULT - 1) : yesterday);
  const from = input.from ?? addDays(to, 1 - COVERAGE_DAYS_DEFAULT);
  const count = countDays(from, to);
  if (count < 1) throw refuse.badInput("The last day is before the first.", { to: "This is before the first day." });
  if (count > COVERAGE_DAYS_MAX)
    throw refuse.badInput(`Show at most ${COVERAGE_DAYS_MAX} days.`, {
      to: `Choose at most ${COVERAGE_DAYS_MAX} days.`,
    });
  if (!startsOn || !closedUntil) return { days: [], sources: [] };
  const period = clip({ from, to }, { from: startsOn, to: yesterday });
  return {
    days: listLagosDays(period.from, period.to).map((day) => ({ day, is_closed: day <= closedUntil })),
    sources: await readCoverageSources(db, period),
  };
}
