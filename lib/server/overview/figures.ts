import "server-only";
import { allows, needs } from "@/lib/contract/access";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import type { overview } from "@/lib/contract/overview";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { log } from "@/lib/server/base/log";
import { addDays, countDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { withWaitBudget } from "@/lib/server/db/wait-budget";
import { periodOf } from "@/lib/server/transaction/overview";
import type { ComparedPeriod } from "./home-module";
import { HOME_MODULES } from "./home-modules";
import { SOURCE_LIMIT_MS } from "./work";

type FiguresInput = InputOf<typeof overview.figures>;

/**
 * Returns the requested days and the equally long period before them.
 * @throws 400 for days in the wrong order or too many of them
 */
export function comparedPeriodOf({ days, from, to }: FiguresInput): ComparedPeriod {
  const period = periodOf({ days: Number(days), from, to });
  const length = countDays(period.from, period.to);
  return { ...period, before_from: addDays(period.from, -length), before_to: addDays(period.from, -1) };
}

/** Returns the figures of each module that the admin may read. Modules are read concurrently, each with its own time limit. */
export async function homeFigures(
  db: Queryable,
  admin: SignedInAdmin,
  input: FiguresInput,
  { modules = HOME_MODULES, limitMs = SOURCE_LIMIT_MS } = {},
): Promise<OutputOf<typeof overview.figures>> {
  const period = comparedPeriodOf(input);
  const readable = modules.filter(({ feature }) => allows(admin.rights, needs(feature, "read")));
  const found = await Promise.all(
    readable.map(async ({ feature, figures }) => {
      try {
        return { feature, failed: false, figures: await withWaitBudget(limitMs, () => figures(db, period, admin)) };
      } catch (error) {
        log.warn({ err: error, feature }, "the figures of a module on Home could not be read");
        return { feature, failed: true, figures: [] };
      }
    }),
  );
  return { ...period, modules: found };
}
