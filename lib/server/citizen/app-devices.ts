import "server-only";
import { and, count, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { citizenCalls } from "@/lib/contract/citizen";
import type { InputOf } from "@/lib/contract/common";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { userDevices } from "@/lib/server/db/schema/citizen";

type SaveInput = InputOf<typeof citizenCalls.saveDevice>;
type ForgetInput = InputOf<typeof citizenCalls.forgetDevice>;

/** Maximum devices per citizen, far above the usual number. Without a limit, one citizen could make the server send any number of pushes. */
const MAX_DEVICES = 10;

/**
 * Registers a device for this citizen, or moves the device from its previous user to this citizen. Deletes the citizen's oldest devices above the
 * maximum. The audit trail omits the push token, because anyone who has it can send pushes.
 * @returns the citizen's number of devices
 */
export async function saveCitizenDevice({ db, app, citizen, audit }: HandlerContext, input: SaveInput) {
  const user = await citizen(input.user_id);
  const owner = {
    userId: user.id,
    platform: input.platform,
    language: input.language ?? SOURCE_LANGUAGE,
    app: app.name,
  };
  await db
    .insert(userDevices)
    .values({ token: input.device_token, name: input.name, ...owner })
    .onConflictDoUpdate({
      target: userDevices.token,
      set: {
        ...owner,
        name: input.name ?? sql`${userDevices.name}`,
        createdAt: sql`case when ${userDevices.userId} = ${user.id} then ${userDevices.createdAt} else now() end`,
        lastSeenAt: sql`now()`,
        lastUsedAt: sql`now()`,
      },
    });
  const newest = db
    .select({ token: userDevices.token })
    .from(userDevices)
    .where(eq(userDevices.userId, user.id))
    .orderBy(desc(userDevices.lastUsedAt), desc(userDevices.createdAt))
    .limit(MAX_DEVICES);
  await db.delete(userDevices).where(and(eq(userDevices.userId, user.id), notInArray(userDevices.token, newest)));
  const devices = await countDevices(db, user.id);
  const record = { type: "user" as const, id: user.id, name: fullName(user) };
  audit({
    record,
    after: { step: "device saved", platform: input.platform, ...(input.name && { name: input.name }), devices },
  });
  return { devices };
}

/** Removes a citizen's device. Does nothing if the device is unknown or belongs to another citizen. */
export async function forgetCitizenDevice({ db, citizen, audit }: HandlerContext, input: ForgetInput) {
  const user = await citizen(input.user_id);
  await db.delete(userDevices).where(and(eq(userDevices.userId, user.id), eq(userDevices.token, input.device_token)));
  const devices = await countDevices(db, user.id);
  audit({ record: { type: "user", id: user.id, name: fullName(user) }, after: { step: "device removed", devices } });
  return { devices };
}

async function countDevices(db: Queryable, userId: string): Promise<number> {
  const [counted] = await db.select({ devices: count() }).from(userDevices).where(eq(userDevices.userId, userId));
  return counted?.devices ?? 0;
}

/** Returns the push tokens of these citizens' devices. */
export const citizenDevicesOf = (db: Queryable, userIds: string[]): Promise<{ token: string; userId: string }[]> =>
  db
    .select({ token: userDevices.token, userId: userDevices.userId })
    .from(userDevices)
    .where(inArray(userDevices.userId, userIds));

/** Stores the current time as that of the last push delivered to these devices. */
export async function updateDeviceLastPush(db: Queryable, tokens: string[]): Promise<void> {
  await db.update(userDevices).set({ lastUsedAt: sql`now()` }).where(inArray(userDevices.token, tokens));
}

/** Deletes the devices with these push tokens, which Firebase no longer knows. */
export async function deleteCitizenDevices(db: Queryable, tokens: string[]): Promise<void> {
  await db.delete(userDevices).where(inArray(userDevices.token, tokens));
}
