import "server-only";
import { v7 } from "uuid";

/** Returns a random number generator (mulberry32, seeded with an FNV-1a hash). Equal keys give the same numbers on all machines. */
export function createRandom(key: string) {
  let state = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) state = Math.imul(state ^ key.charCodeAt(index), 0x01000193);

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  /** Returns a whole number between both limits, inclusive. */
  const wholeBetween = (low: number, high: number) => Math.floor(between(low, high + 1));
  const pick = <T>(values: readonly T[]): T => assertDefined(values[wholeBetween(0, values.length - 1)]);

  return {
    next,
    between,
    whole: wholeBetween,
    pick,
    chance: (share: number) => next() < share,
    weighted: <T extends string>(weights: Partial<Record<T, number>>): T => {
      const entries = Object.entries(weights) as [T, number][];
      let remaining = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        remaining -= weight;
        if (remaining < 0) return value;
      }
      return assertDefined(entries.at(-1))[0];
    },
    digits: (length: number) => Array.from({ length }, () => wholeBetween(0, 9)).join(""),
    letters: (length: number) => Array.from({ length }, () => String.fromCharCode(wholeBetween(65, 90))).join(""),
    shuffled: <T>(values: readonly T[]): T[] => {
      const result = [...values];
      for (let lastIndex = result.length - 1; lastIndex > 0; lastIndex--) {
        const otherIndex = wholeBetween(0, lastIndex);
        [result[lastIndex], result[otherIndex]] = [assertDefined(result[otherIndex]), assertDefined(result[lastIndex])];
      }
      return result;
    },
  };
}
/** A seeded random generator, from `createRandom`. */
export type SeedRandom = ReturnType<typeof createRandom>;

/** Returns `value`. @throws Error if the value is undefined */
export function assertDefined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The demo data asked for something that is not there.");
  return value;
}

const FIRST_ID_MS = Date.UTC(2026, 0, 1);

/** Returns a UUIDv7 that is the same at each load. The ids of a table sort by index. */
export function seedId(table: string, index: number): string {
  const random = createRandom(`id ${table} ${index}`);
  return v7({
    msecs: FIRST_ID_MS + index,
    seq: random.whole(0, 0x7fffffff),
    random: Uint8Array.from({ length: 16 }, () => random.whole(0, 255)),
  });
}
