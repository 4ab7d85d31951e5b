/**
 * Replaces `AbortSignal.any`. Chrome before 116, Firefox before 124 and Safari before 17.4 lack it, so every request would throw in these
 * browsers. Next.js 16.4 supports Chrome 111 and Safari 16.4. Delete this when the oldest supported browsers have `AbortSignal.any`.
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason);
    else signal.addEventListener("abort", () => first.abort(signal.reason), { once: true, signal: first.signal });
  }
  return first.signal;
}
