import "server-only";
import { KYC_FLAGS, type KycFlag } from "@/lib/contract/kyc.values";
import { isAdult, lagosDayOf } from "@/lib/server/base/time";
import { namesDiffer } from "@/lib/server/kyc/compare-names";
import { HOUR_MS, type SeedClock } from "./clock";
import { type DemoIdentity, lowestTierForProblem, pickIdentity } from "./identity";
import { createKycStories, type KycStory } from "./kyc-stories";
import { decisionMessageFor, revocationMessageFor } from "./messages";
import { misspellName, pickName } from "./names";
import { type DemoCitizen, fakePhoneNumber, USER_COUNT } from "./people";
import { abbreviateAddress, pickAddress, pickEthnicity, pickHomeAddress } from "./places";
import type { FaceTraits } from "./portrait";
import { assertDefined, createRandom, type SeedRandom, seedId } from "./random";

type SubmittedData = Pick<
  DemoCitizen,
  "firstName" | "middleName" | "lastName" | "dateOfBirth" | "gender" | "phone" | "address" | "lga"
>;

/** A demo identity request with all data for its rows, documents and audit rows. */
export type DemoKycCase = {
  id: string;
  index: number;
  reference: string;
  story: KycStory;
  submittedAt: Date;
  person: DemoCitizen;
  tierBefore: number;
  tier: number;
  submitted: SubmittedData;
  identity: DemoIdentity;
  /** Input of the drawings: the face on the card, and the face and background of the selfie. */
  face: FaceTraits;
  selfie: { face: FaceTraits; scene: string };
  message: string | null;
  flags: KycFlag[];
};

/** Builds the demo identity requests, oldest first. */
export function buildKycCases(clock: SeedClock, people: readonly DemoCitizen[]): DemoKycCase[] {
  const pickApplicant = createApplicantPicker(clock, people);
  const cases: DemoKycCase[] = [];
  for (const story of createKycStories()) cases.push(buildCase(clock, story, cases, pickApplicant));
  for (const each of cases) copyIdentityFromOther(each, cases);
  return cases.map((each) => ({ ...each, flags: kycFlagsOf(each, cases) }));
}

type PickApplicant = (story: KycStory, submittedAt: Date) => DemoCitizen;

/** Returns a function that picks applicants, each active account once. */
function createApplicantPicker(clock: SeedClock, people: readonly DemoCitizen[]): PickApplicant {
  const waiting = createRandom("applicants").shuffled(
    people.filter(({ status, tier }) => status === "active" && tier < 3),
  );
  return (story, submittedAt) => {
    const isMinor = story.cause === "under_18";
    const position = waiting.findIndex(
      ({ joinedAt, dateOfBirth }) => joinedAt < submittedAt && clock.ageOf(dateOfBirth) < 18 === isMinor,
    );
    return assertDefined(waiting.splice(position, position < 0 ? 0 : 1)[0]);
  };
}

function buildCase(
  clock: SeedClock,
  story: KycStory,
  before: readonly DemoKycCase[],
  pickApplicant: PickApplicant,
): DemoKycCase {
  const index = before.length;
  const random = createRandom(`case ${index}`);
  const submittedAt = clock.ago(story.submitted);
  const earlierCase = story.again ? findRejectedCase(story, before) : undefined;
  const person = earlierCase?.person ?? pickApplicant(story, submittedAt);
  const tier = earlierCase?.tier ?? Math.max(person.tier + 1, lowestTierForProblem(story.cause));
  const face: FaceTraits = { key: person.id, gender: person.gender, age: clock.ageOf(person.dateOfBirth) };
  const stranger: FaceTraits = { ...face, key: `stranger ${index}` };
  return {
    id: seedId("kyc", index),
    index,
    reference: `KYC-${String(index + 1).padStart(6, "0")}`,
    story,
    submittedAt,
    person,
    tierBefore: person.tier,
    tier,
    submitted: earlierCase?.submitted ?? submittedData(random, person, story, index),
    identity: earlierCase?.identity ?? pickIdentity(random, clock, tier, story.cause),
    face,
    selfie: { face: story.cause === "other_face" ? stranger : face, scene: `scene ${index}` },
    message: story.reason
      ? story.state === "revoked"
        ? revocationMessageFor(story.reason)
        : decisionMessageFor(random, story.reason, story.cause)
      : null,
    flags: [],
  };
}

/** Problems of an identity request that the citizen can fix before submitting again. */
const USER_ERRORS: readonly KycStory["cause"][] = ["other_birth_date", "other_face", "blurred_front", "missing_back"];

function findRejectedCase(story: KycStory, earlierCases: readonly DemoKycCase[]): DemoKycCase | undefined {
  return earlierCases.find(
    (each) =>
      each.story.reason !== undefined &&
      USER_ERRORS.includes(each.story.cause) &&
      each.story.decided !== null &&
      each.story.decided > story.submitted + HOUR_MS &&
      !earlierCases.some((other) => other !== each && other.person === each.person),
  );
}

/** Returns the personal data in the identity request, which are usually the same as in the citizen's account. */
function submittedData(random: SeedRandom, person: DemoCitizen, story: KycStory, index: number): SubmittedData {
  const { firstName, middleName, lastName, dateOfBirth, gender, phone, address, lga } = person;
  const accountData = { firstName, middleName, lastName, dateOfBirth, gender, phone, address, lga };
  if (story.cause === "name_differs") return { ...accountData, ...misspeltOrMarriedName(random, person) };
  if (!random.chance(0.22)) return accountData;
  switch (random.pick(["spelling", "phone", "moved", "nextStreet"] as const)) {
    case "spelling":
      return { ...accountData, address: abbreviateAddress(address) };
    case "phone":
      return { ...accountData, phone: fakePhoneNumber(USER_COUNT + index) };
    case "moved":
      return { ...accountData, ...pickHomeAddress(random) };
    case "nextStreet":
      return { ...accountData, address: pickAddress(random, lga) };
  }
}

/** Returns a misspelt name, or a surname changed by marriage. */
function misspeltOrMarriedName(random: SeedRandom, { gender, lga, firstName, lastName }: DemoCitizen) {
  const marriedName = pickName(random, pickEthnicity(random, lga), "male").lastName;
  if (gender === "female" && marriedName !== lastName) return { firstName, lastName: marriedName };
  return lastName.length > 4 ? { lastName: misspellName(lastName) } : { firstName: misspellName(firstName) };
}

/** Makes an identity request a duplicate: copies the identity number, or the face and selfie, of another citizen's request. */
function copyIdentityFromOther(each: DemoKycCase, cases: readonly DemoKycCase[]): void {
  const { cause } = each.story;
  if (cause !== "duplicate_number" && cause !== "duplicate_photo") return;
  const others = cases.filter(
    ({ story, person, identity }) =>
      story.cause === undefined &&
      !story.again &&
      story.submitted > each.story.submitted &&
      (cause === "duplicate_number" ? identity.type === each.identity.type : person.gender === each.person.gender),
  );
  const other = createRandom(`duplicate ${each.index}`).pick(others);
  if (cause === "duplicate_number") each.identity = { ...other.identity };
  else [each.face, each.selfie] = [other.face, other.selfie];
}

/** Computes the flags from the request's data, so that they are always correct. */
function kycFlagsOf(each: DemoKycCase, cases: readonly DemoKycCase[]): KycFlag[] {
  const { submitted, submittedAt, person, identity, selfie } = each;
  const otherPeople = cases.filter((other) => other.person !== person);
  const flagged: Record<KycFlag, boolean> = {
    duplicate_number: otherPeople.some((other) => other.identity.number === identity.number),
    duplicate_photo: otherPeople.some((other) => other.selfie.scene === selfie.scene),
    under_18: !isAdult(submitted.dateOfBirth, submittedAt),
    name_differs: namesDiffer(submitted, person),
    document_expired: identity.expiresOn !== null && identity.expiresOn < lagosDayOf(submittedAt),
    many_requests: false,
  };
  return KYC_FLAGS.filter((flag) => flagged[flag]);
}
