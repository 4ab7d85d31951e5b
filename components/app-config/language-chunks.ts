/** Below what the API takes in one call (1 MiB), with room for what stands around the texts. */
const BYTES_MAX = 700_000;
const encoder = new TextEncoder();
const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value)).length + 1;

/** Splits what is too much for one call. Order is kept. */
export function chunksOf<T>(items: readonly T[], most: number): T[][] {
  const chunks: T[][] = [];
  let last: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    if (last.length && (last.length >= most || bytes + size > BYTES_MAX)) {
      chunks.push(last);
      [last, bytes] = [[], 0];
    }
    last.push(item);
    bytes += size;
  }
  return last.length ? [...chunks, last] : chunks;
}
