// @ts-check
/** Returns the day that is `count` days later. @param {string} day @param {number} count @returns {string} */
export const addDays = (day, count) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

/** Returns the day that is some working days (Monday to Friday) later. @param {string} day @param {number} count */
export function addWorkingDays(day, count) {
  let result = day;
  for (let left = count; left > 0; ) {
    result = addDays(result, 1);
    if (![0, 6].includes(new Date(`${result}T00:00:00Z`).getUTCDay())) left--;
  }
  return result;
}

/** Creates a random generator (mulberry32), so that a seed always gives the same trial. @param {number} seed */
export function createRandom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Returns a random whole number between two bounds, inclusive. @param {number} from @param {number} to */
  const integer = (from, to) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    /** Returns a random element of a list. @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => /** @type {T} */ (list[integer(0, list.length - 1)]),
    /** Returns a random code of the letters A to F and digits. @param {number} length */
    code: (length) => Array.from({ length }, () => "ABCDEF0123456789"[integer(0, 15)]).join(""),
  };
}
