/** Returns a new idempotency key. Does not use `crypto.randomUUID`, which browsers lack on plain http outside localhost. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
