import "server-only";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import type { RequestContext } from "@/lib/server/api/context";
import { deviceSignature } from "@/lib/server/base/secret";
import { DEVICE_COOKIE } from "@/lib/session";

const DAYS = 180;
/** People who share one computer are all remembered on it; the one who came first goes first. */
const MOST_PEOPLE = 5;

type Known = { id: string; devicesSince: Date };

/**
 * The device that this admin was remembered by when they last proved, on it, to be who they are. It proves nothing: it
 * only has a lane of its own among the counters of wrong passwords, so that nobody else's mistakes are in the way.
 * @returns its random id; null for a stranger, for a cookie that was made up or is older than 180 days, and after the
 * password or the status has changed since.
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

/** Has the answer remember this device for 180 days. Called when a sign-in is complete, never before. */
export function rememberDevice(request: RequestContext, admin: Known): void {
  const device = rememberedDevice(request, admin) ?? randomBytes(12).toString("base64url");
  const day = String(today());
  const others = entriesOf(request.deviceCookie).filter((entry) => !entry.startsWith(`${admin.id}.`));
  const entry = [admin.id, device, day, signatureOf(admin, device, day)].join(".");
  const value = [entry, ...others].slice(0, MOST_PEOPLE).join("~");
  const secure = env().appOrigin.startsWith("https:") ? "; Secure" : "";
  request.setCookies?.push(
    `${DEVICE_COOKIE}=${value}; Path=/api/v1/auth; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}

const entriesOf = (cookie: string | null | undefined) => (cookie ? cookie.split("~").slice(0, MOST_PEOPLE) : []);
const today = () => Math.floor(Date.now() / 86_400_000);

const signatureOf = ({ id, devicesSince }: Known, device: string, day: string) =>
  deviceSignature([id, device, day, devicesSince.getTime()].join("."));
