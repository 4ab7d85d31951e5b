import "server-only";
import { and, isNull, sql } from "drizzle-orm";
import { APP_KEY_END_NOTICE_DAYS } from "@/lib/contract/app-keys.values";
import { formatDateTime } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import type { Database, Transaction } from "@/lib/server/db/client";
import { appKeys } from "@/lib/server/db/schema/app-keys";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { type AppKeyRow, appKeyRecordRef } from "./key-rows";
import { isValidAppKeySql } from "./known-apps";

type KeyNotice = { title: string; what: string };

/**
 * Notifies every admin who may create app keys. Includes the admin who made the change, because another person may have used their
 * session. @param notice `what` continues a sentence that begins with the key's name
 */
export const notifyOfAppKey = (tx: Transaction, key: AppKeyRow, notice: KeyNotice): Promise<void> =>
  sendNotice(tx, key, `app_key:${key.id}:${key.version}`, notice);

async function sendNotice(tx: Transaction, key: AppKeyRow, cause: string, { title, what }: KeyNotice): Promise<void> {
  const admins = await readAdminsHolding(tx, [{ feature: "App Configurations", flag: "approve" }]);
  await notifyAdmins(
    tx,
    admins.map(({ id }) => id),
    { kind: "app_key", record: appKeyRecordRef(key), cause, params: { title, what, app: key.app, prefix: key.prefix } },
  );
}

/**
 * Notifies admins of app keys whose last day is near, once for each key and last day. Leaves out rotated keys, because their replacement
 * exists. A timed task. @returns number of keys that end soon
 */
export async function notifyEndingKeys(db: Database): Promise<number> {
  const isNear = sql`${appKeys.endsAt} < now() + make_interval(days => ${APP_KEY_END_NOTICE_DAYS})`;
  const keys = await db
    .select()
    .from(appKeys)
    .where(and(isValidAppKeySql(), isNear, isNull(appKeys.replacedBy)));
  for (const key of keys) {
    const end = key.endsAt?.toISOString() ?? "";
    await inTransaction(db, (tx) =>
      sendNotice(tx, key, `app_key_ending:${key.id}:${end}`, {
        title: "App key ends soon",
        what: `ends on ${formatDateTime(end)}. Calls with it are refused from then on. Rotate it, or change its last day.`,
      }),
    );
  }
  return keys.length;
}
