import "server-only";
import type { users } from "@/lib/server/db/schema/user";
import { accountStatusOf } from "./account-status";
import { DAY_MS, HOUR_MS, MINUTE_MS, type SeedClock } from "./clock";
import { pickName } from "./names";
import { pickEthnicity, pickHomeAddress } from "./places";
import { createRandom, type SeedRandom, seedId } from "./random";
import { NAMES_BY_ACCOUNT_INDEX } from "./real-names";

/** A demo citizen, who always has an email address. */
export type DemoCitizen = typeof users.$inferSelect & { email: string };

/** Number of demo citizens. */
export const USER_COUNT = 2_000;
const MAX_ACCOUNT_AGE = 3 * 365 * DAY_MS;
const PHONE_PREFIXES = [
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

/** Returns a fake phone number, marked by three zeros. Numbers do not repeat, because 7,919 and 10,000 are coprime. */
export const fakePhoneNumber = (index: number) => {
  const prefix = PHONE_PREFIXES[index % PHONE_PREFIXES.length];
  return `+234${prefix}000${String((index * 7_919 + 1_234) % 10_000).padStart(4, "0")}`;
};

/** Builds the citizens, oldest account first. */
export function buildPeople(clock: SeedClock): DemoCitizen[] {
  const emails = new Set<string>();
  const accountAges = Array.from({ length: USER_COUNT }, (_, index) => pickAgeMs(createRandom(`joined ${index}`))).sort(
    (a, b) => b - a,
  );
  return accountAges.map((ago, index) => ({
    ...buildPerson(clock, index, ago, emails),
    ...NAMES_BY_ACCOUNT_INDEX[index],
  }));
}

/** Picks the age of an account in ms; more accounts are recent, because the app grows. */
const pickAgeMs = (random: SeedRandom) => 20 * MINUTE_MS + MAX_ACCOUNT_AGE * random.next() ** 1.2;

function buildPerson(clock: SeedClock, index: number, joinedAgo: number, emails: Set<string>): DemoCitizen {
  const random = createRandom(`person ${index}`);
  const gender = random.chance(0.49) ? "female" : "male";
  const { lga, address } = pickHomeAddress(random);
  const name = pickName(random, pickEthnicity(random, lga), gender);
  const age = pickAge(random);
  const email = uniqueEmail(random, name, emails);
  const tier = age < 18 ? 0 : Number(random.weighted({ 0: 44, 1: 30, 2: 18, 3: 8 }));
  const status = random.weighted({ active: 940, restricted: 26, suspended: 24, closed: 10 });
  return {
    id: seedId("user", index),
    ...name,
    email,
    phone: fakePhoneNumber(index),
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
    // Generated column, which must not be inserted.
    words: null,
    phoneVerifiedAt: clock.ago(joinedAgo),
    joinedAt: clock.ago(joinedAgo),
    lastSeenAt: random.chance(0.04) ? null : clock.ago(Math.min(joinedAgo, msSinceLastSeen(random))),
  };
}

/** Picks a citizen's age from 16 to 80, mostly young; a few are minors. */
function pickAge(random: SeedRandom): number {
  if (random.chance(0.012)) return random.between(16.1, 17.8);
  return 18.2 + 61 * random.next() ** 1.7;
}

const msSinceLastSeen = (random: SeedRandom) =>
  random.chance(0.45) ? random.between(MINUTE_MS, 30 * HOUR_MS) : 220 * DAY_MS * random.next() ** 2.5;

function uniqueEmail(
  random: SeedRandom,
  name: { firstName: string; lastName: string },
  usedEmails: Set<string>,
): string {
  const first = name.firstName.toLowerCase();
  const last = name.lastName.toLowerCase();
  const base = random.pick([`${first}.${last}`, `${first}${last}`, `${last}.${first}`, `${first.charAt(0)}${last}`]);
  let address = `${base}@example.com`;
  for (let suffix = random.whole(2, 99); usedEmails.has(address); suffix++) address = `${base}${suffix}@example.com`;
  usedEmails.add(address);
  return address;
}
