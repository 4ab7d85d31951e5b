import "server-only";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Admin } from "./active-admin";
import { hashSubject, type Kind, type Subject, tryCount } from "./count-tries";
import { countTurnedAway } from "./record-turned-away";
import { rememberedDevice } from "./remember-device";

type Counter = readonly [Kind, Subject];
type Admitted = {
  /** The remembered device that this comes from. */
  device: string | null;
  /** Seconds that wrong passwords from elsewhere have brought about; 0 when the answer may say whether it was right. */
  wait: number;
  /** Seconds that this one lane has to wait after this try, if it is wrong. */
  begun: number;
  /** Where the try was counted, to be given back if it was no mistake. */
  counted: Counter[];
};

/**
 * Counts a password before it is judged (docs/sign-in.md). A remembered device has a lane of its own, and waits for nobody
 * else. So has this email from this address; but there, what is counted for the email from anywhere, and for the address
 * with any email, decides whether the answer may tell anything.
 * @throws 429 while this lane has to wait itself.
 */
export async function admit(context: PublicContext, email: string, admin: Admin | null): Promise<Admitted> {
  const { db, address } = context;
  const account = hashSubject(email);
  const holdTo = async (...counter: Counter) => {
    const { wait, begun } = await tryCount(db, ...counter);
    if (wait === 0) return begun;
    await countTurnedAway(db, admin?.id ?? null, address);
    throw refuse.tooMany(wait);
  };

  const device = rememberedDevice(context, admin);
  if (admin && device) {
    const own: Counter = ["device", [admin.id, device]];
    return { device, wait: 0, begun: await holdTo(...own), counted: [own] };
  }
  const lane: Counter = ["lane", [account, address]];
  const ofAddress = await tryCount(db, "address", address);
  // Passwords that are judged without an answer cost as much work as others: each address has its share of that.
  if (ofAddress.wait > 0) await holdTo("blind", address);
  const begun = await holdTo(...lane);
  const ofAccount = await tryCount(db, "account", account);
  if (ofAccount.wait > 0 && ofAddress.wait === 0) await holdTo("blind", address);
  const wait = Math.max(ofAddress.wait, ofAccount.wait);
  return { device: null, wait, begun, counted: [lane, ["address", address], ["account", account]] };
}
