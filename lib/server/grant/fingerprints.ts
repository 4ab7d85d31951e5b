import "server-only";
import { and, inArray } from "drizzle-orm";
import type { DuplicateKind } from "@/lib/contract/grant.values";
import { keyedHash } from "@/lib/server/base/secret";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { grantFingerprints } from "@/lib/server/db/schema/grant";
import { kycRequests } from "@/lib/server/db/schema/kyc";

/** Something that one person has and two people do not: a hash, so that nobody reads it back. */
export type Fingerprint = { kind: DuplicateKind; value: string };

/** What an application itself says. Numbers as they were sent; file hashes as the uploads have them. */
type Submitted = {
  contactPhone: string;
  account: { bankCode: string; accountNumber: string } | null;
  deviceId: string | undefined;
  fileHashes: readonly string[];
};

/** Digits with the country's code, however it was written. */
const normalPhone = (phone: string) => phone.replace(/\D/g, "").replace(/^0(?=\d{10}$)/, "234");
const phonePrint = (phone: string): Fingerprint => ({ kind: "phone", value: keyedHash(`phone:${normalPhone(phone)}`) });
/** Apps write one bank's code with and without zeros before it, and a device's id in capitals or not. */
const normalCode = (code: string) => code.replace(/^0+/, "");
const normalDevice = (id: string) => id.trim().toLowerCase();

/** Fingerprints of what was submitted; it never changes. */
export const fingerprintsOf = ({ contactPhone, account, deviceId, fileHashes }: Submitted): Fingerprint[] => [
  phonePrint(contactPhone),
  ...(account
    ? [
        {
          kind: "account" as const,
          value: keyedHash(`account:${normalCode(account.bankCode)}:${account.accountNumber}`),
        },
      ]
    : []),
  ...(deviceId === undefined
    ? []
    : [{ kind: "device" as const, value: keyedHash(`device:${normalDevice(deviceId)}`) }]),
  ...photoPrints(fileHashes),
];

/** The very file, as a row of a document has its hash. */
export const photoPrints = (fileHashes: readonly string[]): Fingerprint[] =>
  fileHashes.filter(Boolean).map((value) => ({ kind: "photo", value }));

/** States of an identity request whose number counts. */
const CREDIBLE = ["approved", "pending", "in_review"] as const;

type Person = { id: string; phone: string };

/**
 * Fingerprints of the person as they stand now: phones and identity numbers of the account and of all its credible identity
 * requests. They can change after an application was submitted, so they are asked again before an approval and a payout.
 */
export const personPrints = async (db: Queryable, user: Person): Promise<Fingerprint[]> =>
  (await personsPrints(db, [user])).get(user.id) ?? [];

/** The same for several users by one question: user's id → fingerprints. */
export async function personsPrints(db: Queryable, people: readonly Person[]): Promise<Map<string, Fingerprint[]>> {
  const ids = people.map(({ id }) => id);
  const identities = await db
    .selectDistinct({
      userId: kycRequests.userId,
      number: kycRequests.identityNumberHash,
      phone: kycRequests.phone,
    })
    .from(kycRequests)
    .where(and(inArray(kycRequests.userId, ids), inArray(kycRequests.state, [...CREDIBLE])));
  const prints = new Map(people.map(({ id, phone }) => [id, [phonePrint(phone)]]));
  for (const { userId, number, phone } of identities)
    prints.get(userId)?.push(phonePrint(phone), { kind: "identity_number", value: number });
  return new Map([...prints].map(([id, all]) => [id, eachOnce(all)]));
}

const eachOnce = (prints: readonly Fingerprint[]): Fingerprint[] => [
  ...new Map(prints.map((print) => [`${print.kind} ${print.value}`, print])).values(),
];

/** Stores fingerprints; what is stored already stays. Each names the application that it is of. */
export async function keepFingerprints(
  tx: Transaction,
  prints: readonly (Fingerprint & { applicationId: string })[],
): Promise<void> {
  if (prints.length)
    await tx
      .insert(grantFingerprints)
      .values([...prints])
      .onConflictDoNothing();
}

/** What two photos have in common that look alike: stored with both, so that the pair is found again without comparing. */
const PHOTO_PAIR = "photo:";
export const photoPrint = (one: string, other: string): Fingerprint => ({
  kind: "photo",
  value: PHOTO_PAIR + [one, other].sort().join(":"),
});
export const isPhotoPair = ({ value }: Fingerprint) => value.startsWith(PHOTO_PAIR);
