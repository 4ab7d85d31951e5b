import "server-only";
import type { users } from "@/lib/server/db/schema/user";
import { accountStatusOf } from "./account-status";
import { type Clock, DAY, HOUR, MINUTE } from "./clock";
import { nameOf } from "./names";
import { homeOf, peopleOf } from "./places";
import { idOf, type Random, randomOf } from "./random";
import { REAL_NAMES } from "./real-names";

export type Person = typeof users.$inferSelect & { email: string };

export const USERS = 2_000;
const JOINED_WITHIN = 3 * 365 * DAY;
const PREFIXES = [
  "703",
  "706",
  "708",
  "803",
  "805",
  "806",
  "808",
  "810",
  "813",
  "814",
  "816",
  "901",
  "903",
  "906",
  "913",
];

/** Returns a fake phone number, marked by three zeros. 7,919 and 10,000 are coprime, so no number repeats. */
export const phoneOf = (index: number) => {
  const prefix = PREFIXES[index % PREFIXES.length];
  return `+234${prefix}000${String((index * 7_919 + 1_234) % 10_000).padStart(4, "0")}`;
};

/** Builds the citizens, oldest account first. */
export function buildPeople(clock: Clock): Person[] {
  const emails = new Set<string>();
  const joined = Array.from({ length: USERS }, (_, index) => joinedAgo(randomOf(`joined ${index}`))).sort(
    (a, b) => b - a,
  );
  return joined.map((ago, index) => ({ ...buildPerson(clock, index, ago, emails), ...REAL_NAMES[index] }));
}

/** Picks the account's age in ms; more accounts are recent, because the app grows. */
const joinedAgo = (random: Random) => 20 * MINUTE + JOINED_WITHIN * random.next() ** 1.2;

function buildPerson(clock: Clock, index: number, joinedAgo: number, emails: Set<string>): Person {
  const random = randomOf(`person ${index}`);
  const gender = random.chance(0.49) ? "female" : "male";
  const { lga, address } = homeOf(random);
  const name = nameOf(random, peopleOf(random, lga), gender);
  const age = ageIn(random);
  const email = emailOf(random, name, emails);
  const tier = age < 18 ? 0 : Number(random.weighted({ 0: 44, 1: 30, 2: 18, 3: 8 }));
  const status = random.weighted({ active: 940, restricted: 26, suspended: 24, closed: 10 });
  return {
    id: idOf("user", index),
    ...name,
    email,
    phone: phoneOf(index),
    dateOfBirth: clock.birthday(age),
    gender,
    address,
    lga,
    tier,
    status,
    statusMessage: null,
    ...accountStatusOf(clock, index, status, joinedAgo),
    language: "en",
    app: "demo",
    externalId: `citizen-${index + 1}`,
    // Generated column.
    words: null,
    phoneVerifiedAt: clock.ago(joinedAgo),
    joinedAt: clock.ago(joinedAgo),
    lastSeenAt: random.chance(0.04) ? null : clock.ago(Math.min(joinedAgo, lastSeenAgo(random))),
  };
}

/** Picks an age from 16 to 80, mostly young; a few are minors. */
function ageIn(random: Random): number {
  if (random.chance(0.012)) return random.between(16.1, 17.8);
  return 18.2 + 61 * random.next() ** 1.7;
}

const lastSeenAgo = (random: Random) =>
  random.chance(0.45) ? random.between(MINUTE, 30 * HOUR) : 220 * DAY * random.next() ** 2.5;

function emailOf(random: Random, name: { firstName: string; lastName: string }, taken: Set<string>): string {
  const first = name.firstName.toLowerCase();
  const last = name.lastName.toLowerCase();
  const base = random.pick([`${first}.${last}`, `${first}${last}`, `${last}.${first}`, `${first.charAt(0)}${last}`]);
  let address = `${base}@example.com`;
  for (let next = random.whole(2, 99); taken.has(address); next++) address = `${base}${next}@example.com`;
  taken.add(address);
  return address;
}
