import "server-only";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import type { overviewCalls } from "@/lib/contract/overview";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { addDays, countDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { requestedDayPeriod } from "@/lib/server/transaction/overview";
import type { ComparedPeriod } from "./home-module";
import { HOME_MODULES } from "./home-modules";
import { homePartLimitMs, readHomePart } from "./in-time";

type FiguresInput = InputOf<typeof overviewCalls.figures>;

/**
 * Returns the requested days and the equally long period before them.
 * @throws 400 for days in the wrong order or too many of them
 */
export function comparedPeriodOf({ days, from, to }: FiguresInput): ComparedPeriod {
  const period = requestedDayPeriod({ days: Number(days), from, to });
  const length = countDays(period.from, period.to);
  return { ...period, before_from: addDays(period.from, -length), before_to: addDays(period.from, -1) };
}

/** Returns the figures of each module that the admin may read. Modules are read concurrently, each with its own time limit. */
export async function readHomeFigures(
  db: Queryable,
  admin: SignedInAdmin,
  input: FiguresInput,
  { modules = HOME_MODULES, limitMs = homePartLimitMs() } = {},
): Promise<OutputOf<typeof overviewCalls.figures>> {
  const period = comparedPeriodOf(input);
  const readable = modules.filter(({ feature }) => satisfiesPolicy(admin.rights, accessPolicy(feature, "read")));
  const found = await Promise.all(
    readable.map(async ({ feature, figures }) => {
      const read = await readHomePart({ adminId: admin.id, part: feature, limitMs }, () => figures(db, period, admin));
      return { feature, failed: read === null, figures: read ?? [] };
    }),
  );
  return { ...period, modules: found };
}
