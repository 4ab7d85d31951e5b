import "server-only";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import type { RequestContext } from "@/lib/server/api/context";
import { rememberedDeviceSignatures } from "@/lib/server/base/secret";
import { DEVICE_COOKIE } from "@/lib/session";

const COOKIE_DAYS = 180;
/** Maximum number of admins remembered on a shared computer; the oldest is dropped first. */
const MAX_ADMINS = 5;

type DeviceOwner = { id: string; devicesSince: Date };

/**
 * Reads the remembered device of an admin from the device cookie, set at their last complete sign-in. It does not
 * authenticate. It only selects a separate counter of wrong passwords, which attempts of others do not affect.
 * @returns its random id; null for an unknown device, a forged cookie, one older than 180 days, or one from before a
 * change of password or status
 */
export function rememberedDeviceIdOf({ deviceCookie }: RequestContext, admin: DeviceOwner | null): string | null {
  if (!admin) return null;
  for (const entry of cookieEntriesOf(deviceCookie)) {
    const [adminId = "", device = "", day = "", signature = ""] = entry.split(".");
    if (adminId !== admin.id || !(dayNumber() - Number(day) <= COOKIE_DAYS)) continue;
    if (signaturesOf(admin, device, day).some((valid) => isEqual(signature, valid))) return device;
  }
  return null;
}

/** Sets the device cookie for 180 days. Call it only when a sign-in is complete. */
export function rememberDevice(request: RequestContext, admin: DeviceOwner): void {
  const device = rememberedDeviceIdOf(request, admin) ?? randomBytes(12).toString("base64url");
  const day = String(dayNumber());
  const otherEntries = cookieEntriesOf(request.deviceCookie).filter((entry) => !entry.startsWith(`${admin.id}.`));
  const [newSignature] = signaturesOf(admin, device, day);
  const entry = [admin.id, device, day, newSignature].join(".");
  const value = [entry, ...otherEntries].slice(0, MAX_ADMINS).join("~");
  const secure = env().appOrigin.startsWith("https:") ? "; Secure" : "";
  request.setCookies?.push(
    `${DEVICE_COOKIE}=${value}; Path=/api/v1/auth; Max-Age=${COOKIE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}

const cookieEntriesOf = (cookie: string | null | undefined) => (cookie ? cookie.split("~").slice(0, MAX_ADMINS) : []);
const dayNumber = () => Math.floor(Date.now() / 86_400_000);

const signaturesOf = ({ id, devicesSince }: DeviceOwner, device: string, day: string) =>
  rememberedDeviceSignatures([id, device, day, devicesSince.getTime()].join("."));

function isEqual(given: string, valid: string): boolean {
  const [givenBytes, validBytes] = [Buffer.from(given), Buffer.from(valid)];
  return givenBytes.length === validBytes.length && timingSafeEqual(givenBytes, validBytes);
}
