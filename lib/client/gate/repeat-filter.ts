const REPEAT_HOLD_MS = 3_000;

/**
 * Returns a filter for repeated codes, because a camera reads the same code many times. The filter returns true for a code not seen in the
 * last 3 seconds; `now` is in ms. During a lookup (`isBusy`) the filter returns false, but a repeat of the last code still restarts the 3
 * seconds of that code.
 */
export function createRepeatedCodeFilter(): (code: string, now: number, isBusy?: boolean) => boolean {
  let lastCode = { code: "", at: 0 };
  return (code, now, isBusy = false) => {
    if (isBusy && code !== lastCode.code) return false;
    const isNew = code !== lastCode.code || now - lastCode.at >= REPEAT_HOLD_MS;
    lastCode = { code, at: now };
    return isNew && !isBusy;
  };
}
