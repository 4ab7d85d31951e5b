import "server-only";
import { and, inArray } from "drizzle-orm";
import type { DuplicateKind } from "@/lib/contract/grant.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { grantFingerprints } from "@/lib/server/db/schema/grant";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { hashesForStorage, lockActiveSecret } from "@/lib/server/secrets/write-keys";

/** Hash of a value that two people do not share, such as a phone number. The value can't be computed from the hash. */
export type Fingerprint = { kind: DuplicateKind; value: string };

/** Data submitted with an application: numbers as submitted, file hashes of the uploads. */
type FingerprintData = {
  contactPhone: string;
  account: { bankCode: string; accountNumber: string } | null;
  deviceId: string | undefined;
  fileHashes: readonly string[];
};

/** Returns a phone number's digits with the country code, from any notation. */
const normalPhone = (phone: string) => phone.replace(/\D/g, "").replace(/^0(?=\d{10}$)/, "234");
const phoneText = (phone: string) => `phone:${normalPhone(phone)}`;
/** Normalises bank codes and device ids. Apps send a bank code with or without leading zeros, and a device id in any case. */
const normaliseCode = (code: string) => code.replace(/^0+/, "");
const normaliseDevice = (id: string) => id.trim().toLowerCase();

/** Returns the fingerprints of an application's submitted data, which never changes. */
export async function fingerprintsOf(
  tx: Queryable,
  { contactPhone, account, deviceId, fileHashes }: FingerprintData,
): Promise<Fingerprint[]> {
  const texts: Fingerprint[] = [{ kind: "phone", value: phoneText(contactPhone) }];
  if (account)
    texts.push({ kind: "account", value: `account:${normaliseCode(account.bankCode)}:${account.accountNumber}` });
  if (deviceId !== undefined) texts.push({ kind: "device", value: `device:${normaliseDevice(deviceId)}` });
  const hashes = await hashesForStorage(
    tx,
    texts.map(({ value }) => value),
  );
  const prints = texts.map(({ kind }, place) => ({ kind, value: hashes[place] ?? "" }));
  return [...prints, ...fileFingerprints(fileHashes)];
}

/** Returns the fingerprints by which identical files are found, from the stored file hashes. */
export const fileFingerprints = (fileHashes: readonly string[]): Fingerprint[] =>
  fileHashes.filter(Boolean).map((value) => ({ kind: "photo", value }));

/** States of identity requests whose numbers are compared for duplicates. */
const CREDIBLE_STATES = ["approved", "pending", "in_review"] as const;

type Person = { id: string; phone: string };

/**
 * Returns the current fingerprints of a person: phones and identity numbers of the account and its credible identity requests. This data may change
 * after the application, so it is read again before an approval and before a payout.
 */
export const personFingerprints = async (db: Queryable, user: Person): Promise<Fingerprint[]> =>
  (await fingerprintsOfUsers(db, [user])).get(user.id) ?? [];

/** Returns the same as `personFingerprints`, for several users in one query, by user id. */
export async function fingerprintsOfUsers(
  db: Queryable,
  people: readonly Person[],
): Promise<Map<string, Fingerprint[]>> {
  await lockActiveSecret(db);
  const ids = people.map(({ id }) => id);
  const identities = await db
    .selectDistinct({
      userId: kycRequests.userId,
      number: kycRequests.identityNumberHash,
      phone: kycRequests.phone,
    })
    .from(kycRequests)
    .where(and(inArray(kycRequests.userId, ids), inArray(kycRequests.state, [...CREDIBLE_STATES])));
  const phones = [...new Set([...people, ...identities].map(({ phone }) => phoneText(phone)))];
  const hashes = await hashesForStorage(db, phones);
  const hashPhone = (phone: string): Fingerprint => ({
    kind: "phone",
    value: hashes[phones.indexOf(phoneText(phone))] ?? "",
  });
  const prints = new Map(people.map(({ id, phone }) => [id, [hashPhone(phone)]]));
  for (const { userId, number, phone } of identities)
    prints.get(userId)?.push(hashPhone(phone), { kind: "identity_number", value: number });
  return new Map([...prints].map(([id, all]) => [id, withoutDuplicates(all)]));
}

const withoutDuplicates = (prints: readonly Fingerprint[]): Fingerprint[] => [
  ...new Map(prints.map((print) => [`${print.kind} ${print.value}`, print])).values(),
];

/** Stores fingerprints with their application ids; ignores those already stored. */
export async function storeFingerprints(
  tx: Transaction,
  prints: readonly (Fingerprint & { applicationId: string })[],
): Promise<void> {
  if (prints.length)
    await tx
      .insert(grantFingerprints)
      .values([...prints])
      .onConflictDoNothing();
}

/** Prefix of the fingerprint of two similar photos. It is stored with both applications, so that photos are compared only once. */
const PHOTO_PAIR_PREFIX = "photo:";
/** Returns the common fingerprint of two similar photos. */
export const photoPairFingerprint = (one: string, other: string): Fingerprint => ({
  kind: "photo",
  value: PHOTO_PAIR_PREFIX + [one, other].sort().join(":"),
});
/** Returns true for the fingerprint of two similar photos. */
export const isPhotoPairFingerprint = ({ value }: Fingerprint) => value.startsWith(PHOTO_PAIR_PREFIX);
