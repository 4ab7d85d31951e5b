import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { AppKey, appKeyCreation, appKeyRotation, appKeyUpdate } from "@/lib/contract/app-config-keys";
import { APP_KEYS_MAX } from "@/lib/contract/app-keys.values";
import { formatDateTime, pluralize } from "@/lib/format";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay } from "@/lib/server/base/time";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Transaction } from "@/lib/server/db/client";
import { appKeys } from "@/lib/server/db/schema/app-keys";
import { lockExpectedVersion, lockRecord, updateVersionedRecord } from "@/lib/server/records/version";
import { hashAppKey, RESERVED_APP_NAME } from "./app-keys";
import { generateAppKey } from "./key-form";
import { type AppKeyRow, appKeyRecordRef, readAppKey } from "./key-rows";
import { isValidAppKeySql } from "./known-apps";
import { notifyOfAppKey } from "./notify-of-keys";

/** Current time, truncated to the column's milliseconds. The column would round `now()`, possibly to a time in the future. */
const NOW = sql`date_trunc('milliseconds', now())`;

type KeyWithSecret = AppKey & { secret: string };

/**
 * Creates a key. Only its hash is stored, so no later response contains the key itself.
 * @throws 400 for a reserved app name or a last day in the past; 409 if there are too many keys, or the app has a key of this name
 */
export async function createAppKey(
  context: WriteContext,
  input: z.output<typeof appKeyCreation>,
): Promise<KeyWithSecret> {
  const { tx } = context;
  if (input.app === RESERVED_APP_NAME) {
    const message = "This name belongs to the simulated citizens. Choose another one.";
    throw refuse.badInput(message, { app: message });
  }
  await lockKeys(tx);
  await refuseNameTaken(tx, input);
  return insertKey(context, { ...input, endsAt: endOf(input.last_day) }, "was made");
}

/**
 * Changes a key's name, allowed calls or last day.
 * @throws 400 for a past last day; 404; 409 if the key has changed, was rotated or has ended
 */
export async function updateAppKey(context: WriteContext, input: z.output<typeof appKeyUpdate>): Promise<AppKey> {
  const { tx, audit } = context;
  await lockKeys(tx);
  const before = await lockCurrentKey(tx, input, "changed");
  await refuseNameTaken(tx, { app: before.app, name: input.name }, before.id);
  const isSameEnd = input.last_day !== null && before.endsAt?.getTime() === endOfDay(input.last_day).getTime();
  const endsAt = isSameEnd ? before.endsAt : endOf(input.last_day);
  const changed = await updateVersionedRecord(tx, appKeys, before.id, {
    name: input.name,
    groups: input.groups,
    endsAt,
  });
  audit({ record: appKeyRecordRef(changed), before: appKeyAuditFields(before), after: appKeyAuditFields(changed) });
  await notifyOfAppKey(tx, changed, { title: "App key changed", what: `was changed by ${fullName(context.admin)}.` });
  return readAppKey(tx, changed.id);
}

/**
 * Creates a key that replaces another one, with the same app, name and allowed calls. The old key stays valid for `input.hours`.
 * @throws 400 for a past last day; 404; 409 if the old key has changed, was rotated or has ended, or there are too many keys
 */
export async function rotateAppKey(
  context: WriteContext,
  input: z.output<typeof appKeyRotation>,
): Promise<KeyWithSecret> {
  const { tx, audit } = context;
  await lockKeys(tx);
  const before = await lockCurrentKey(tx, input, "rotated");
  const { app, name, groups } = before;
  const created = await insertKey(context, { app, name, groups, endsAt: endOf(input.last_day) }, "was rotated");
  const rotationEnd = sql`${NOW} + make_interval(hours => ${input.hours})`;
  const replaced = await updateVersionedRecord(tx, appKeys, before.id, {
    replacedBy: created.id,
    endsAt: before.endsAt ? sql`least(${appKeys.endsAt}, ${rotationEnd})` : rotationEnd,
    ...(input.hours === 0 && { endedBy: context.admin.id }),
  });
  audit({
    record: appKeyRecordRef(replaced),
    before: appKeyAuditFields(before),
    after: { ...appKeyAuditFields(replaced), replaced_by: created.prefix },
  });
  return created;
}

/** Ends a key immediately. @throws 404; 409 if the key has already ended */
export async function endAppKey(
  { tx, admin, audit }: WriteContext,
  { appKeyId }: { appKeyId: string },
): Promise<AppKey> {
  const before = await lockRecord(tx, appKeys, appKeyId, "app key");
  const current = await readAppKey(tx, before.id);
  if (current.state === "ended") throw refuse.conflict("This app key has ended already.", current);
  const ended = await updateVersionedRecord(tx, appKeys, before.id, { endsAt: NOW, endedBy: admin.id });
  audit({ record: appKeyRecordRef(ended), before: appKeyAuditFields(before), after: appKeyAuditFields(ended) });
  await notifyOfAppKey(tx, ended, { title: "App key ended", what: `was ended by ${fullName(admin)}.` });
  return readAppKey(tx, ended.id);
}

type NewKey = Pick<AppKeyRow, "app" | "name" | "groups" | "endsAt">;

/** Stores a new key's hash. @param change past-tense verb for the notice: "was made" */
async function insertKey({ tx, admin, audit }: WriteContext, values: NewKey, change: string): Promise<KeyWithSecret> {
  const { app, name, groups, endsAt } = values;
  if ((await tx.$count(appKeys, isValidAppKeySql())) >= APP_KEYS_MAX)
    throw refuse.conflict(`There are ${APP_KEYS_MAX} valid keys already. End one that is no longer used.`);
  const { key: secret, prefix } = generateAppKey();
  const [created] = await tx
    .insert(appKeys)
    .values({ id: uuid(), app, name, groups, endsAt, prefix, digest: hashAppKey(secret), createdBy: admin.id })
    .returning();
  if (!created) throw new Error("The app key was not inserted.");
  audit({ record: appKeyRecordRef(created), after: appKeyAuditFields(created) });
  const calls = groups ? `It may make calls of ${pluralize(groups.length, "group")}.` : "It may make every call.";
  await notifyOfAppKey(tx, created, {
    title: change === "was made" ? "App key made" : "App key rotated",
    what: `${change} by ${fullName(admin)}. ${calls}`,
  });
  return { ...(await readAppKey(tx, created.id)), secret };
}

/**
 * Blocks other changes of keys until the commit, so that concurrent changes count keys and compare names correctly. Calls of apps do not
 * wait for this lock.
 */
const lockKeys = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.appKeys})`);

async function lockCurrentKey(
  tx: Transaction,
  { appKeyId, version }: { appKeyId: string; version: number },
  to: string,
) {
  const row = await lockExpectedVersion(
    tx,
    appKeys,
    { id: appKeyId, version },
    { noun: "app key", current: ({ id }) => readAppKey(tx, id) },
  );
  const current = await readAppKey(tx, row.id);
  if (current.state === "ended")
    throw refuse.conflict(`This app key has ended and can't be ${to}. Make a new one.`, current);
  if (current.replaced_by)
    throw refuse.conflict(
      `This app key was rotated and can't be ${to}. Use its replacement ${current.replaced_by.prefix}….`,
      current,
    );
  return row;
}

/**
 * Refuses a name that another valid key of the app has, unless that key was rotated. So a request that is sent twice without an
 * Idempotency-Key creates only one key. @throws 409
 */
async function refuseNameTaken(tx: Transaction, { app, name }: { app: string; name: string }, exceptId?: string) {
  const current = await tx
    .select({ id: appKeys.id, name: appKeys.name })
    .from(appKeys)
    .where(and(eq(appKeys.app, app), isValidAppKeySql(), isNull(appKeys.replacedBy)));
  const same = current.find((each) => each.id !== exceptId && each.name.toLowerCase() === name.toLowerCase());
  if (same)
    throw refuse.conflict(
      `The app ${app} has a key called ${same.name} already. Rotate it, end it, or choose another name.`,
    );
}

/** Returns the end of a key's last day. @throws 400 for a day in the past */
function endOf(lastDay: string | null): Date | null {
  if (lastDay === null) return null;
  const end = endOfDay(lastDay);
  if (end > new Date()) return end;
  const message = "Use today or a later day.";
  throw refuse.badInput(message, { last_day: message });
}

/** Returns the fields of a key for the audit trail. */
export const appKeyAuditFields = ({ app, name, prefix, groups, endsAt }: AppKeyRow) => ({
  app,
  name,
  prefix,
  groups: groups ?? "all",
  ends_at: endsAt ? formatDateTime(endsAt.toISOString()) : null,
});
