import "server-only";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { AdminRow } from "./active-admin";
import { type CounterKind, consumeAttempt, hashCounterSubject, type LimitKey } from "./attempt-limits";
import { countThrottledSignIn } from "./record-throttled-sign-ins";
import { rememberedDeviceIdOf } from "./remember-device";

type AttemptCounter = readonly [CounterKind, LimitKey];
type CountedAttempt = {
  /** Id of the remembered device that sent the request. */
  device: string | null;
  /** Seconds of wait caused by wrong passwords from other devices; 0 if the response may reveal whether the password is right. */
  wait: number;
  /** Seconds that this email must wait at this IP address or device if the password is wrong. */
  begun: number;
  /** The counters that were increased. They are decreased again if the password is right. */
  counted: AttemptCounter[];
};

/**
 * Counts a password attempt before it is checked (docs/sign-in.md). A remembered device has its own counter, unaffected by others, and so
 * has each pair of email and IP address. For such a pair, two more counters (email from anywhere, IP address with any email) decide whether
 * the response may reveal anything.
 * @throws 429 while this pair or device has to wait
 */
export async function countPasswordAttempt(
  context: PublicContext,
  email: string,
  admin: AdminRow | null,
): Promise<CountedAttempt> {
  const { db, address } = context;
  const account = hashCounterSubject(email);
  const requireOrRecord = async (...counter: AttemptCounter) => {
    const { wait, begun } = await consumeAttempt(db, ...counter);
    if (wait === 0) return begun;
    await countThrottledSignIn(db, admin?.id ?? null, address);
    throw refuse.tooMany(wait);
  };

  const device = rememberedDeviceIdOf(context, admin);
  if (admin && device) {
    const deviceCounter: AttemptCounter = ["device", [admin.id, device]];
    return { device, wait: 0, begun: await requireOrRecord(...deviceCounter), counted: [deviceCounter] };
  }
  const pairCounter: AttemptCounter = ["lane", [account, address]];
  const addressResult = await consumeAttempt(db, "address", address);
  // Limits checks per IP address even if they reveal nothing, because they cost as much CPU time.
  if (addressResult.wait > 0) await requireOrRecord("blind", address);
  const begun = await requireOrRecord(...pairCounter);
  const accountResult = await consumeAttempt(db, "account", account);
  if (accountResult.wait > 0 && addressResult.wait === 0) await requireOrRecord("blind", address);
  const wait = Math.max(addressResult.wait, accountResult.wait);
  return { device: null, wait, begun, counted: [pairCounter, ["address", address], ["account", account]] };
}
