import type { EntryImages } from "@/components/entry/use-entry-images";

type Upload = EntryImages["upload"];

/** Wraps an upload so that at most `most` run in parallel. Waiting does not count towards an upload's time limit. */
export function takingTurns(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const next = () => {
    const begin = waiting.shift();
    if (begin) begin();
    else running -= 1;
  };
  return async (upload: Upload, ...[file, onProgress, signal]: Parameters<Upload>) => {
    if (running < most) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      signal.throwIfAborted();
      return await upload(file, onProgress, signal);
    } finally {
      next();
    }
  };
}
