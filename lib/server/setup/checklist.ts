import "server-only";
import { and, count, eq, gt, inArray } from "drizzle-orm";
import { LEGAL_KINDS, type LegalKind } from "@/lib/contract/content-entries.values";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { SETUP_STEPS, type SetupStep, STARTER_SETS } from "@/lib/contract/setup.values";
import { abbreviateList } from "@/lib/contract/words.values";
import { env } from "@/lib/env";
import { formatDateTime } from "@/lib/format";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { listAppsWithKey } from "@/lib/server/app-api/known-apps";
import { listEmergencyNumbers } from "@/lib/server/app-config/read-emergency-numbers";
import { currentAndNextLegalText } from "@/lib/server/content-entries/live-content-entries";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { setupMarks } from "@/lib/server/db/schema/setup";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { readFullAdministrators } from "@/lib/server/rp/current-rights";
import { offeredPaymentProviders } from "@/lib/server/transaction/payment-methods";
import { readLoadedStarterSets } from "./starter-sets";

type Milestone = (typeof setupMarks.$inferSelect)["mark"];
type StepState = { is_done: boolean; note: string | null };

/**
 * Returns the open and completed setup steps, and the loaded starter sets. Each step determines its own state. Returns
 * no steps while the checklist is dismissed, which saves queries on Home.
 */
export async function readChecklist(db: Queryable) {
  const milestones = await readMilestones(db);
  const loadedBySet = await readLoadedStarterSets(db);
  const is_dismissed = milestones.has("dismissed");
  const steps = [];
  for (const step of is_dismissed ? [] : SETUP_STEPS) steps.push({ step, ...(await STEPS[step](db, milestones)) });
  return {
    is_dismissed,
    steps,
    starter_sets: STARTER_SETS.map((set) => ({ starter_set: set, loaded: loadedBySet.get(set) ?? null })),
  };
}

type Milestones = Awaited<ReturnType<typeof readMilestones>>;
async function readMilestones(db: Queryable) {
  const rows = await db
    .select({ mark: setupMarks, admin: admins })
    .from(setupMarks)
    .innerJoin(admins, eq(admins.id, setupMarks.adminId));
  return new Map(rows.map(({ mark, admin }) => [mark.mark, { at: mark.at.toISOString(), by: fullName(admin) }]));
}

/** Stores that a step was completed; a second call changes nothing. */
export const recordSetupMilestone = (tx: Transaction, mark: Milestone, adminId: string) =>
  tx.insert(setupMarks).values({ mark, adminId }).onConflictDoNothing();

/** Hides the checklist on Home for all admins, or shows it again. */
export async function dismissChecklist({ tx, admin, audit }: WriteContext, isDismissed: boolean) {
  const before = (await readMilestones(tx)).has("dismissed");
  if (isDismissed) await recordSetupMilestone(tx, "dismissed", admin.id);
  else await tx.delete(setupMarks).where(eq(setupMarks.mark, "dismissed"));
  audit({ record: null, before: { is_dismissed: before }, after: { is_dismissed: isDismissed } });
  return readChecklist(tx);
}

/** Stores that the admin has restored a backup and checked it. */
export async function confirmRestoredBackup({ tx, admin, audit }: WriteContext) {
  await recordSetupMilestone(tx, "backup_restored", admin.id);
  audit({ record: null, after: { backup_restored: true } });
  return readChecklist(tx);
}

const toState = (isDone: boolean, note: string | null = null): StepState => ({ is_done: isDone, note });
/** Returns a step that is completed if at least one record exists; its note lists the first few records. */
const fromList = (names: readonly string[]) =>
  toState(names.length > 0, names.length ? `${abbreviateList(names, 4)}.` : null);
const one = async (countQuery: Promise<{ count: number }[]>) => (await countQuery)[0]?.count ?? 0;

const LEGAL_NAMES = { terms: "terms", privacy: "privacy policy" } as const satisfies Record<LegalKind, string>;

const STEPS: Record<SetupStep, (db: Queryable, milestones: Milestones) => Promise<StepState> | StepState> = {
  mail: (_, milestones) => {
    const received = milestones.get("mail_received");
    if (received) return toState(true, `A sign-in code reached ${received.by}, ${formatDateTime(received.at)}.`);
    return toState(
      false,
      env().smtpUrl
        ? "Mail is set up. The next sign-in with a mailed code shows that it arrives."
        : "SMTP_URL is not set: mails are written to files on the server.",
    );
  },
  second_full_administrator: async (db) => {
    const names = (await readFullAdministrators(db)).map(({ name }) => name);
    return toState(names.length > 1, `Now: ${abbreviateList(names, 3)}.`);
  },
  roles: async (db) => toState((await one(db.select({ count: count() }).from(roles))) > 1),
  admins: async (db) => {
    const activeCount = await one(db.select({ count: count() }).from(admins).where(eq(admins.status, "active")));
    const invited = await one(db.select({ count: count() }).from(admins).where(eq(admins.status, "invited")));
    return toState(activeCount > 1, invited > 0 ? `${invited} invited and not here yet.` : null);
  },
  provider: () => {
    const providers = offeredPaymentProviders().filter((provider) => provider !== "ledger");
    if (providers.some((provider) => provider !== "simulated")) return toState(true);
    return toState(
      false,
      providers.length ? "Only the simulated provider is on. It moves no money." : "No payment provider is set up.",
    );
  },
  payment_methods: async (db) => {
    const enabledMethods = db
      .select({ name: paymentMethods.name })
      .from(paymentMethods)
      .where(eq(paymentMethods.enabled, true));
    return fromList((await enabledMethods).map(({ name }) => name));
  },
  app_key: async (db) => fromList(await listAppsWithKey(db)),
  push: () => toState(Boolean(env().firebaseServiceAccount)),
  report_categories: async (db) =>
    toState(
      (await one(db.select({ count: count() }).from(ireportCategories).where(eq(ireportCategories.active, true)))) > 0,
    ),
  legal_texts: async (db) => {
    const missing = [];
    for (const kind of LEGAL_KINDS)
      if (!(await currentAndNextLegalText(db, kind)).current) missing.push(LEGAL_NAMES[kind]);
    return toState(missing.length === 0, missing.length === 1 ? `Missing: ${missing[0]}.` : null);
  },
  emergency_numbers: async (db) => {
    const numbers = await listEmergencyNumbers(db);
    const unverifiedCount = numbers.filter((number) => number.unverified).length;
    return toState(
      numbers.length > unverifiedCount,
      numbers.length ? `${numbers.length} listed, ${unverifiedCount} not verified.` : null,
    );
  },
  pool: async (db) => {
    const poolIds = [SYSTEM_ACCOUNT_IDS.grants_pool, SYSTEM_ACCOUNT_IDS.promotions_pool];
    const filledPools = db
      .select({ count: count() })
      .from(ledgerAccounts)
      .where(and(inArray(ledgerAccounts.id, poolIds), gt(ledgerAccounts.balance, 0)));
    return toState((await one(filledPools)) > 0);
  },
  backup: (_, milestones) => {
    const restored = milestones.get("backup_restored");
    return toState(Boolean(restored), restored ? `Confirmed by ${restored.by}, ${formatDateTime(restored.at)}.` : null);
  },
};
