import "server-only";

const LAGOS_DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" });

/** Returns the Lagos day of a provider's time; `otherwise`, or today, if it can't be read. */
export function dayOfProviderTime(time: string, otherwise = LAGOS_DAY.format(new Date())): string {
  const at = new Date(time);
  return time === "" || Number.isNaN(at.getTime()) ? otherwise : LAGOS_DAY.format(at);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id of our refund from the idempotency key of its order, which is the same id; null if the key is no id. */
export const transactionIdOfRefundKey = (key: string | null | undefined): string | null =>
  key && UUID.test(key) ? key : null;
