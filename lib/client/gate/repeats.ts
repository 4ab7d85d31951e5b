const HOLD_MS = 3_000;

/**
 * A camera sees the same code many times while it is held to it, and until somebody takes it away.
 * @returns whether this is a code that was not seen in the 3 seconds before; `now` in milliseconds. `busy`: another is
 * being looked up, so it is not taken yet, unless it is that very one, which then counts as seen
 */
export function newCodes(): (code: string, now: number, busy?: boolean) => boolean {
  let last = { code: "", at: 0 };
  return (code, now, busy = false) => {
    if (busy && code !== last.code) return false;
    const isNew = code !== last.code || now - last.at >= HOLD_MS;
    last = { code, at: now };
    return isNew && !busy;
  };
}
