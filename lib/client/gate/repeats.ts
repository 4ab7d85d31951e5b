const HOLD_MS = 3_000;

/**
 * Returns a filter for repeated codes, since a camera sees the same code many times.
 * @returns a function that returns true for a code not seen in the last 3 seconds; `now` is in ms. While `busy` with a lookup no
 * code is accepted, but the same code still counts as seen
 */
export function createRepeatFilter(): (code: string, now: number, busy?: boolean) => boolean {
  let last = { code: "", at: 0 };
  return (code, now, busy = false) => {
    if (busy && code !== last.code) return false;
    const isNew = code !== last.code || now - last.at >= HOLD_MS;
    last = { code, at: now };
    return isNew && !busy;
  };
}
