import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { saveDeviceToken } from "./device-tokens";

/** Registers this browser for pushes. The token is not in the audit trail: anyone who knows it could send pushes. */
export async function saveAdminDevice({ db, admin, audit }: WriteContext, token: string) {
  await saveDeviceToken(db, admin, token);
  audit({ record: adminRecordRef(admin), after: { step: "device saved" } });
  return {};
}
