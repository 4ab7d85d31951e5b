import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { adminRecord } from "@/lib/server/records/admin-record";
import { saveDeviceToken } from "./device-tokens";

/** Lets this browser receive pushes. The token stays out of the audit trail: anyone who has it can be pushed to. */
export async function saveDevice({ db, admin, audit }: WriteContext, token: string) {
  await saveDeviceToken(db, admin, token);
  audit({ record: adminRecord(admin), after: { step: "device saved" } });
  return {};
}
