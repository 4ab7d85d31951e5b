import { z } from "zod";
import { day, endpoint, noInput, version } from "./common";
import { MAX_KOBO } from "./ledger.values";
import { koboOrNone } from "./money";
import { MATCH_RULES, RECONCILIATION_KINDS, RECONCILIATION_SIDES, RULE_TRIAL_DAYS_MAX } from "./reconciliation.values";
import { reconciliationSettingsRoutes as routes } from "./reconciliation-settings.routes";

const days = z.int("Enter a whole number of days.").min(0, "Enter 0 to 60 days.").max(60, "Enter 0 to 60 days.");

const limitFields = {
  /** Largest difference in kobo at which two items count as the same payment. */
  amount_limit: koboOrNone,
  /** Largest difference in days between two items of the same payment. */
  day_limit: z.int("Enter a whole number of days.").min(0, "Enter 0 to 31 days.").max(31, "Enter 0 to 31 days."),
  /** Smallest similarity of names in percent. */
  name_limit: z.int("Enter a whole percentage.").min(0, "Enter 0 to 100 percent.").max(100, "Enter 0 to 100 percent."),
};

const settingFields = {
  ...limitFields,
  /** Working days after which an unmatched item becomes an exception, by kind of item. */
  provider_days: days,
  bank_days: days,
  remittance_days: days,
  movement_days: days,
  /** Largest amount in kobo that an admin may write off as a fee. */
  write_off_limit: koboOrNone,
  /** Largest sum of exceptions in kobo with which a day may be closed. */
  unexplained_limit: koboOrNone,
};

const settings = z.object({
  ...z.object(settingFields).shape,
  /** First day that is reconciled; null before the first bank account exists. */
  starts_on: z.string().nullable(),
  closed_until: z.string().nullable(),
  version,
});
/** Limits of reconciliation, its first day, and the last closed day. */
export type ReconciliationSettings = z.infer<typeof settings>;

/** Input that changes the limits of reconciliation. */
export const reconciliationSettingsUpdate = z.strictObject({ version, ...settingFields });

const trialItem = z.object({
  id: z.string(),
  side: z.enum(RECONCILIATION_SIDES),
  kind: z.enum(RECONCILIATION_KINDS),
  day: z.string(),
  amount: z.int().min(-MAX_KOBO),
  reference: z.string().nullable(),
  narration: z.string(),
});

const trialRule = z.object({
  rule: z.enum(MATCH_RULES),
  matches: z.int(),
  items: z.int(),
  /** Up to five of the matches that the rule would make, each as a list of items. */
  examples: z.array(z.array(trialItem)),
});

const number = z.coerce.number<number | string>().int();
/** Input of a trial run of the matching rules. Limits in kobo, days and percent; they default to the current limits. */
export const ruleTrialInput = z
  .strictObject({
    from: day,
    to: day,
    amount_limit: number.min(0).max(MAX_KOBO).optional(),
    day_limit: number.min(0).max(31).optional(),
    name_limit: number.min(0).max(100).optional(),
  })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < RULE_TRIAL_DAYS_MAX * 86_400_000, {
    path: ["to"],
    message: `Choose a period of up to ${RULE_TRIAL_DAYS_MAX} days.`,
  });

/** Result of a trial run: what the matching rules would match, and what would remain. */
const trial = z.object({
  from: z.string(),
  to: z.string(),
  /** Number of items of the period: bank, provider and ledger together. */
  items: z.int(),
  rules: z.array(trialRule),
  /** Items that no rule matches, by side, with the sum of their absolute amounts in kobo. */
  rest: z.array(z.object({ side: z.enum(RECONCILIATION_SIDES), items: z.int(), amount: z.number() })),
});
export type RuleTrial = z.infer<typeof trial>;

/** Calls for the limits of reconciliation and for trial runs of its matching rules. */
export const reconciliationSettingsCalls = {
  settings: endpoint(routes.settings, {
    summary: "Limits of reconciliation, its first day and the last closed day",
    input: noInput,
    output: settings,
  }),
  updateSettings: endpoint(routes.updateSettings, {
    summary: "Change the limits of reconciliation. New due days also apply to items that are not matched yet",
    done: "Changed the limits of reconciliation",
    input: reconciliationSettingsUpdate,
    output: settings,
  }),
  tryRules: endpoint(routes.tryRules, {
    summary: "Try the matching rules on the items of a past period, as if none were matched. Changes nothing",
    input: ruleTrialInput,
    output: trial,
  }),
};
