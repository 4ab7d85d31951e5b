import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { type BroadcastRecord, broadcastRecordRef } from "./record";

/** Notifies all admins who may change broadcasts that the system paused this broadcast or did not start it. */
export async function notifyOfBroadcastFailure(
  tx: Transaction,
  broadcast: BroadcastRecord,
  reason: string,
): Promise<void> {
  const admins = await readAdminsHolding(tx, [{ feature: "App Configurations", flag: "update" }]);
  await notifyAdmins(
    tx,
    admins.map(({ id }) => id),
    {
      kind: "broadcast_failed",
      record: broadcastRecordRef(broadcast),
      cause: `broadcast_failed:${broadcast.id}:${broadcast.version}`,
      params: { reason },
    },
  );
}
