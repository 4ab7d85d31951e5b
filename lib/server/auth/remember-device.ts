import "server-only";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import type { RequestContext } from "@/lib/server/api/context";
import { deviceSignature } from "@/lib/server/base/secret";
import { DEVICE_COOKIE } from "@/lib/session";

const DAYS = 180;
/** Admins remembered on one shared computer; the oldest entry is dropped first. */
const MAX_PEOPLE = 5;

type Known = { id: string; devicesSince: Date };

/**
 * Reads the remembered device of an admin from the device cookie, set at their last complete sign-in. It authenticates nothing.
 * It only selects a separate counter of wrong passwords, which attempts of others do not fill.
 * @returns its random id; null for an unknown device, a forged cookie, one older than 180 days, or one from before a change of
 * password or status
 */
export function rememberedDevice({ deviceCookie }: RequestContext, admin: Known | null): string | null {
  if (!admin) return null;
  for (const entry of entriesOf(deviceCookie)) {
    const [adminId = "", device = "", day = "", signature = ""] = entry.split(".");
    if (adminId !== admin.id || !(today() - Number(day) <= DAYS)) continue;
    const [given, right] = [signature, signatureOf(admin, device, day)].map((text) => Buffer.from(text));
    if (given && right && given.length === right.length && timingSafeEqual(given, right)) return device;
  }
  return null;
}

/** Sets the device cookie for 180 days. Call it only when a sign-in is complete. */
export function rememberDevice(request: RequestContext, admin: Known): void {
  const device = rememberedDevice(request, admin) ?? randomBytes(12).toString("base64url");
  const day = String(today());
  const others = entriesOf(request.deviceCookie).filter((entry) => !entry.startsWith(`${admin.id}.`));
  const entry = [admin.id, device, day, signatureOf(admin, device, day)].join(".");
  const value = [entry, ...others].slice(0, MAX_PEOPLE).join("~");
  const secure = env().appOrigin.startsWith("https:") ? "; Secure" : "";
  request.setCookies?.push(
    `${DEVICE_COOKIE}=${value}; Path=/api/v1/auth; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}

const entriesOf = (cookie: string | null | undefined) => (cookie ? cookie.split("~").slice(0, MAX_PEOPLE) : []);
const today = () => Math.floor(Date.now() / 86_400_000);

const signatureOf = ({ id, devicesSince }: Known, device: string, day: string) =>
  deviceSignature([id, device, day, devicesSince.getTime()].join("."));
