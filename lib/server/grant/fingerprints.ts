import "server-only";
import { and, desc, inArray, sql } from "drizzle-orm";
import type { DuplicateKind } from "@/lib/contract/grant.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { grantFingerprints } from "@/lib/server/db/schema/grant";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { keyedHash } from "@/lib/server/secret";

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

/** Fingerprints of what was submitted; it never changes. */
export const fingerprintsOf = ({ contactPhone, account, deviceId, fileHashes }: Submitted): Fingerprint[] => [
  phonePrint(contactPhone),
  ...(account
    ? [{ kind: "account" as const, value: keyedHash(`account:${account.bankCode}:${account.accountNumber}`) }]
    : []),
  ...(deviceId === undefined ? [] : [{ kind: "device" as const, value: keyedHash(`device:${deviceId.trim()}`) }]),
  ...photoPrints(fileHashes),
];

/** The very file, as a row of a document has its hash. */
export const photoPrints = (fileHashes: readonly string[]): Fingerprint[] =>
  fileHashes.filter(Boolean).map((value) => ({ kind: "photo", value }));

/** States of an identity request whose number counts. */
const CREDIBLE = ["approved", "pending", "in_review"] as const;

type Person = { id: string; phone: string };

/**
 * Fingerprints of the person as they stand now: phone and identity number of the account. They can change after an application
 * was submitted, so they are asked again before an approval and a payout.
 */
export const personPrints = async (db: Queryable, user: Person): Promise<Fingerprint[]> =>
  (await personsPrints(db, [user])).get(user.id) ?? [];

/** The same for several users by one question: user's id → fingerprints. */
export async function personsPrints(db: Queryable, people: readonly Person[]): Promise<Map<string, Fingerprint[]>> {
  const ids = people.map(({ id }) => id);
  const identities = await db
    .selectDistinctOn([kycRequests.userId], {
      userId: kycRequests.userId,
      number: kycRequests.identityNumberHash,
      phone: kycRequests.phone,
    })
    .from(kycRequests)
    .where(and(inArray(kycRequests.userId, ids), inArray(kycRequests.state, [...CREDIBLE])))
    .orderBy(kycRequests.userId, desc(sql`${kycRequests.state} = 'approved'`), desc(kycRequests.submittedAt));
  const identityOf = new Map(identities.map((identity) => [identity.userId, identity]));
  return new Map(
    people.map(({ id, phone }) => {
      const [account, identity] = [phonePrint(phone), identityOf.get(id)];
      if (!identity) return [id, [account]];
      return [id, [account, phonePrint(identity.phone), { kind: "identity_number" as const, value: identity.number }]];
    }),
  );
}

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
const LOOK = "look:";
export const lookPrint = (one: string, other: string): Fingerprint => ({
  kind: "photo",
  value: LOOK + [one, other].sort().join(":"),
});
export const isLook = ({ value }: Fingerprint) => value.startsWith(LOOK);
