import "server-only";
import { KYC_FLAGS, type KycFlag } from "@/lib/contract/kyc.values";
import { dayOf, isAdult } from "@/lib/server/base/time";
import { namesDiffer } from "@/lib/server/kyc/compare-names";
import { type Clock, HOUR } from "./clock";
import { type Identity, identityOf, lowestTierFor } from "./identity";
import { messageFor, revocationFor } from "./messages";
import { misspelt, nameOf } from "./names";
import { type Person, phoneOf, USERS } from "./people";
import { abbreviated, addressIn, homeOf, peopleOf } from "./places";
import type { Face } from "./portrait";
import { idOf, only, type Random, randomOf } from "./random";
import { type Story, tellStories } from "./stories";

type Submitted = Pick<
  Person,
  "firstName" | "middleName" | "lastName" | "dateOfBirth" | "gender" | "phone" | "address" | "lga"
>;

/** A request with all data for its rows, documents and audit rows. */
export type Case = {
  id: string;
  index: number;
  reference: string;
  story: Story;
  submittedAt: Date;
  person: Person;
  tierBefore: number;
  tier: number;
  submitted: Submitted;
  identity: Identity;
  /** Face on the card; face and background of the selfie. */
  face: Face;
  selfie: { face: Face; scene: string };
  message: string | null;
  flags: KycFlag[];
};

export function buildCases(clock: Clock, people: readonly Person[]): Case[] {
  const applicants = applicantsFrom(clock, people);
  const cases: Case[] = [];
  for (const story of tellStories()) cases.push(buildCase(clock, story, cases, applicants));
  for (const each of cases) repeatAnother(each, cases);
  return cases.map((each) => ({ ...each, flags: flagsOf(each, cases) }));
}

type Applicants = (story: Story, submittedAt: Date) => Person;

/** Returns a function that assigns each active account once. */
function applicantsFrom(clock: Clock, people: readonly Person[]): Applicants {
  const waiting = randomOf("applicants").shuffled(people.filter(({ status, tier }) => status === "active" && tier < 3));
  return (story, submittedAt) => {
    const minor = story.cause === "under_18";
    const place = waiting.findIndex(
      ({ joinedAt, dateOfBirth }) => joinedAt < submittedAt && clock.ageOf(dateOfBirth) < 18 === minor,
    );
    return only(waiting.splice(place, place < 0 ? 0 : 1)[0]);
  };
}

function buildCase(clock: Clock, story: Story, before: readonly Case[], applicants: Applicants): Case {
  const index = before.length;
  const random = randomOf(`case ${index}`);
  const submittedAt = clock.ago(story.submitted);
  const earlier = story.again ? refusedBefore(story, before) : undefined;
  const person = earlier?.person ?? applicants(story, submittedAt);
  const tier = earlier?.tier ?? Math.max(person.tier + 1, lowestTierFor(story.cause));
  const face: Face = { key: person.id, gender: person.gender, age: clock.ageOf(person.dateOfBirth) };
  const stranger: Face = { ...face, key: `stranger ${index}` };
  return {
    id: idOf("kyc", index),
    index,
    reference: `KYC-${String(index + 1).padStart(6, "0")}`,
    story,
    submittedAt,
    person,
    tierBefore: person.tier,
    tier,
    submitted: earlier?.submitted ?? submittedBy(random, person, story, index),
    identity: earlier?.identity ?? identityOf(random, clock, tier, story.cause),
    face,
    selfie: { face: story.cause === "other_face" ? stranger : face, scene: `scene ${index}` },
    message: story.reason
      ? story.state === "revoked"
        ? revocationFor(story.reason)
        : messageFor(random, story.reason, story.cause)
      : null,
    flags: [],
  };
}

/** Problems that a citizen can fix before submitting again. */
const MENDABLE: readonly Story["cause"][] = ["other_birth_date", "other_face", "blurred_front", "missing_back"];

function refusedBefore(story: Story, before: readonly Case[]): Case | undefined {
  return before.find(
    (each) =>
      each.story.reason !== undefined &&
      MENDABLE.includes(each.story.cause) &&
      each.story.decided !== null &&
      each.story.decided > story.submitted + HOUR &&
      !before.some((other) => other !== each && other.person === each.person),
  );
}

/** Returns the submitted data, which usually equals the account's. */
function submittedBy(random: Random, person: Person, story: Story, index: number): Submitted {
  const { firstName, middleName, lastName, dateOfBirth, gender, phone, address, lga } = person;
  const same = { firstName, middleName, lastName, dateOfBirth, gender, phone, address, lga };
  if (story.cause === "name_differs") return { ...same, ...otherName(random, person) };
  if (!random.chance(0.22)) return same;
  switch (random.pick(["spelling", "phone", "moved", "nextStreet"] as const)) {
    case "spelling":
      return { ...same, address: abbreviated(address) };
    case "phone":
      return { ...same, phone: phoneOf(USERS + index) };
    case "moved":
      return { ...same, ...homeOf(random) };
    case "nextStreet":
      return { ...same, address: addressIn(random, lga) };
  }
}

/** Returns another spelling, or a surname changed by marriage. */
function otherName(random: Random, { gender, lga, firstName, lastName }: Person) {
  const married = nameOf(random, peopleOf(random, lga), "male").lastName;
  if (gender === "female" && married !== lastName) return { firstName, lastName: married };
  return lastName.length > 4 ? { lastName: misspelt(lastName) } : { firstName: misspelt(firstName) };
}

/** Makes a duplicate: copies the number, or the face and selfie, of another citizen's request. */
function repeatAnother(each: Case, cases: readonly Case[]): void {
  const { cause } = each.story;
  if (cause !== "duplicate_number" && cause !== "duplicate_photo") return;
  const others = cases.filter(
    ({ story, person, identity }) =>
      story.cause === undefined &&
      !story.again &&
      story.submitted > each.story.submitted &&
      (cause === "duplicate_number" ? identity.type === each.identity.type : person.gender === each.person.gender),
  );
  const other = randomOf(`duplicate ${each.index}`).pick(others);
  if (cause === "duplicate_number") each.identity = { ...other.identity };
  else [each.face, each.selfie] = [other.face, other.selfie];
}

/** Computes the flags from the data, so that none is wrong or missing. */
function flagsOf(each: Case, cases: readonly Case[]): KycFlag[] {
  const { submitted, submittedAt, person, identity, selfie } = each;
  const strangers = cases.filter((other) => other.person !== person);
  const raised: Record<KycFlag, boolean> = {
    duplicate_number: strangers.some((other) => other.identity.number === identity.number),
    duplicate_photo: strangers.some((other) => other.selfie.scene === selfie.scene),
    under_18: !isAdult(submitted.dateOfBirth, submittedAt),
    name_differs: namesDiffer(submitted, person),
    document_expired: identity.expiresOn !== null && identity.expiresOn < dayOf(submittedAt),
    many_requests: false,
  };
  return KYC_FLAGS.filter((flag) => raised[flag]);
}
