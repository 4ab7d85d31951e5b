import "server-only";
import { v7 } from "uuid";

/** Returns a random generator (mulberry32, seeded with an FNV-1a hash): equal keys give equal numbers on all machines. */
export function randomOf(key: string) {
  let state = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) state = Math.imul(state ^ key.charCodeAt(index), 0x01000193);

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  /** Both ends inclusive. */
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  const pick = <T>(values: readonly T[]): T => only(values[whole(0, values.length - 1)]);

  return {
    next,
    between,
    whole,
    pick,
    chance: (share: number) => next() < share,
    weighted: <T extends string>(weights: Partial<Record<T, number>>): T => {
      const entries = Object.entries(weights) as [T, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      return only(entries.at(-1))[0];
    },
    digits: (length: number) => Array.from({ length }, () => whole(0, 9)).join(""),
    letters: (length: number) => Array.from({ length }, () => String.fromCharCode(whole(65, 90))).join(""),
    shuffled: <T>(values: readonly T[]): T[] => {
      const result = [...values];
      for (let last = result.length - 1; last > 0; last--) {
        const other = whole(0, last);
        [result[last], result[other]] = [only(result[other]), only(result[last])];
      }
      return result;
    },
  };
}
export type Random = ReturnType<typeof randomOf>;

/** Returns a value that exists by construction. @throws Error if it is undefined */
export function only<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The demo data asked for something that is not there.");
  return value;
}

const FIRST_ID = Date.UTC(2026, 0, 1);

/** Returns a UUIDv7 that is the same at each load; ids sort by index. */
export function idOf(table: string, index: number): string {
  const random = randomOf(`id ${table} ${index}`);
  return v7({
    msecs: FIRST_ID + index,
    seq: random.whole(0, 0x7fffffff),
    random: Uint8Array.from({ length: 16 }, () => random.whole(0, 255)),
  });
}
