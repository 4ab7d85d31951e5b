/** Aborts with the first of these that does. Not AbortSignal.any: phones of before 2024 lack it. */
export function firstSignal(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason);
    else signal.addEventListener("abort", () => first.abort(signal.reason), { once: true, signal: first.signal });
  }
  return first.signal;
}
