import "server-only";
import { and, inArray } from "drizzle-orm";
import type { DuplicateKind } from "@/lib/contract/grant.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { grantFingerprints } from "@/lib/server/db/schema/grant";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { hashesForStorage, lockActiveSecret } from "@/lib/server/secrets/write-keys";

/** Kind and one-way hash of a value that two people do not share, such as a phone number. Users with the same key may be one person. */
export type DuplicateCheckKey = { kind: DuplicateKind; value: string };

/** Data submitted with an application: numbers as submitted, file hashes of the uploads. */
type DuplicateCheckData = {
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

/** Returns the duplicate-check keys of an application's submitted data, which never changes. */
export async function duplicateCheckKeysOf(
  tx: Queryable,
  { contactPhone, account, deviceId, fileHashes }: DuplicateCheckData,
): Promise<DuplicateCheckKey[]> {
  const texts: DuplicateCheckKey[] = [{ kind: "phone", value: phoneText(contactPhone) }];
  if (account)
    texts.push({ kind: "account", value: `account:${normaliseCode(account.bankCode)}:${account.accountNumber}` });
  if (deviceId !== undefined) texts.push({ kind: "device", value: `device:${normaliseDevice(deviceId)}` });
  const hashes = await hashesForStorage(
    tx,
    texts.map(({ value }) => value),
  );
  const checkKeys = texts.map(({ kind }, place) => ({ kind, value: hashes[place] ?? "" }));
  return [...checkKeys, ...duplicateCheckKeysOfFiles(fileHashes)];
}

/** Returns the duplicate-check keys by which identical files are found, from the stored file hashes. */
export const duplicateCheckKeysOfFiles = (fileHashes: readonly string[]): DuplicateCheckKey[] =>
  fileHashes.filter(Boolean).map((value) => ({ kind: "photo", value }));

/** States of identity requests whose numbers are compared for duplicates. */
const CREDIBLE_STATES = ["approved", "pending", "in_review"] as const;

type Person = { id: string; phone: string };

/**
 * Returns the current duplicate-check keys of a user: phones and identity numbers of the account and its credible identity requests. This data may
 * change after the application, so it is read again before an approval and before a payout.
 */
export const duplicateCheckKeysOfUser = async (db: Queryable, user: Person): Promise<DuplicateCheckKey[]> =>
  (await duplicateCheckKeysOfUsers(db, [user])).get(user.id) ?? [];

/** Returns the same as `duplicateCheckKeysOfUser`, for several users in one query, by user id. */
export async function duplicateCheckKeysOfUsers(
  db: Queryable,
  people: readonly Person[],
): Promise<Map<string, DuplicateCheckKey[]>> {
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
  const hashPhone = (phone: string): DuplicateCheckKey => ({
    kind: "phone",
    value: hashes[phones.indexOf(phoneText(phone))] ?? "",
  });
  const checkKeys = new Map(people.map(({ id, phone }) => [id, [hashPhone(phone)]]));
  for (const { userId, number, phone } of identities)
    checkKeys.get(userId)?.push(hashPhone(phone), { kind: "identity_number", value: number });
  return new Map([...checkKeys].map(([id, all]) => [id, uniqueKeys(all)]));
}

const uniqueKeys = (checkKeys: readonly DuplicateCheckKey[]): DuplicateCheckKey[] => [
  ...new Map(checkKeys.map((checkKey) => [`${checkKey.kind} ${checkKey.value}`, checkKey])).values(),
];

/** Stores duplicate-check keys with their application ids; ignores those already stored. */
export async function storeDuplicateCheckKeys(
  tx: Transaction,
  checkKeys: readonly (DuplicateCheckKey & { applicationId: string })[],
): Promise<void> {
  if (checkKeys.length)
    await tx
      .insert(grantFingerprints)
      .values([...checkKeys])
      .onConflictDoNothing();
}

/** Prefix of the key of two similar photos. The key is stored with both applications, so that photos are compared only once. */
const PHOTO_PAIR_PREFIX = "photo:";
/** Returns the duplicate-check key shared by two applications (`one`, `other`) with similar photos. */
export const photoPairKey = (one: string, other: string): DuplicateCheckKey => ({
  kind: "photo",
  value: PHOTO_PAIR_PREFIX + [one, other].sort().join(":"),
});
/** Returns true for the key of two similar photos. */
export const isPhotoPairKey = ({ value }: DuplicateCheckKey) => value.startsWith(PHOTO_PAIR_PREFIX);
