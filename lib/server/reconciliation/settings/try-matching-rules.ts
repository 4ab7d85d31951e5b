import "server-only";
import type { InputOf } from "@/lib/contract/common";
import type { reconciliationSettingsCalls as calls, RuleTrial } from "@/lib/contract/reconciliation-settings";
import type { Queryable } from "@/lib/server/db/client";
import { tryRules } from "@/lib/server/reconciliation/matching/try-rules";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";

/** Tries the matching rules on the items of a past period, and returns what they would match. Omitted limits default to the stored ones. */
export async function tryMatchingRules(
  db: Queryable,
  { from, to, amount_limit, day_limit, name_limit }: InputOf<typeof calls.tryRules>,
): Promise<RuleTrial> {
  const settings = await readReconciliationSettings(db);
  const limits = {
    amountLimit: amount_limit ?? settings.amountLimit,
    dayLimit: day_limit ?? settings.dayLimit,
    nameLimit: name_limit ?? settings.nameLimit,
  };
  const trial = await tryRules(db, { from, to, limits });
  return {
    from,
    to,
    items: trial.items,
    rules: trial.rules.map(({ examples, ...rule }) => ({
      ...rule,
      examples: examples.map((items) =>
        items.map(({ id, providerReference, reference, ...item }) => ({
          ...item,
          id: String(id),
          reference: reference ?? providerReference,
        })),
      ),
    })),
    rest: trial.rest,
  };
}
