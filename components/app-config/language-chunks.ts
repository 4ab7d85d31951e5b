/** Maximum bytes of texts in one request. The API's limit of 1 MiB includes the rest of the body. */
const MAX_CHUNK_BYTES = 700_000;
const encoder = new TextEncoder();
const jsonByteLength = (value: unknown) => encoder.encode(JSON.stringify(value)).length + 1;

/** Splits items into requests, each with at most `maxItems` items and `MAX_CHUNK_BYTES`. Keeps the order. */
export function splitIntoChunks<T>(items: readonly T[], maxItems: number): T[][] {
  const chunks: T[][] = [];
  let last: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = jsonByteLength(item);
    if (last.length && (last.length >= maxItems || bytes + size > MAX_CHUNK_BYTES)) {
      chunks.push(last);
      [last, bytes] = [[], 0];
    }
    last.push(item);
    bytes += size;
  }
  return last.length ? [...chunks, last] : chunks;
}
