import "server-only";
import { eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import { ireports } from "@/lib/server/db/schema/ireport";
import { holdCaller } from "@/lib/server/rp/active-admins";
import { takeOn } from "./claim";
import { lockReport } from "./record";
import { selectRows, toRow } from "./rows";
import { unassigned } from "./upcoming";
import { visibleTo } from "./visibility";

/**
 * Takes on the report that is due first and that nobody has. `skip locked`: what a colleague is taking at this very
 * moment is passed over, so no two get the same and none waits for another.
 * @param skip the report that one comes from.
 * @throws 404 in words when nothing is left.
 */
export async function nextIreport({ tx, admin, audit }: WriteContext, skip?: string) {
  await holdCaller(tx, admin.id);
  const [first] = await unassigned(tx, await visibleTo(tx, admin), skip).for("update", { skipLocked: true });
  if (!first)
    throw new Refusal(
      404,
      "NOTHING_WAITS",
      "Every report that needs the desk has an owner. New ones appear in the list as they come in.",
    );
  await takeOn(tx, audit, await lockReport(tx, admin, first.id), admin.id, new Date());
  const [found] = await selectRows(tx).where(eq(ireports.id, first.id));
  if (!found) throw new Error(`Report ${first.id} vanished.`);
  return toRow(found);
}
