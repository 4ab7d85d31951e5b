import "server-only";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { banks } from "@/lib/server/db/schema/provider";

/** Names of commercial and non-interest banks by CBN code. Used for banks missing in the provider's list, or without a provider. */
const COMMERCIAL_BANKS: Readonly<Record<string, string>> = {
  "001": "Central Bank of Nigeria",
  "011": "First Bank of Nigeria",
  "023": "Citibank Nigeria",
  "030": "Heritage Bank",
  "032": "Union Bank of Nigeria",
  "033": "United Bank for Africa",
  "035": "Wema Bank",
  "044": "Access Bank",
  "050": "Ecobank Nigeria",
  "057": "Zenith Bank",
  "058": "Guaranty Trust Bank",
  "068": "Standard Chartered Bank",
  "070": "Fidelity Bank",
  "076": "Polaris Bank",
  "082": "Keystone Bank",
  "100": "SunTrust Bank",
  "101": "Providus Bank",
  "102": "Titan Trust Bank",
  "103": "Globus Bank",
  "214": "First City Monument Bank",
  "215": "Unity Bank",
  "221": "Stanbic IBTC Bank",
  "232": "Sterling Bank",
  "301": "Jaiz Bank",
  "302": "TAJBank",
};

/** Returns the known banks, sorted by name: commercial banks, and those of the provider's list. */
export async function listKnownBanks(db: Queryable): Promise<{ code: string; name: string }[]> {
  const listed = await db
    .select({ code: banks.code, name: banks.name })
    .from(banks)
    .where(eq(banks.isActive, true))
    .orderBy(asc(banks.name));
  const names = new Map([
    ...Object.entries(COMMERCIAL_BANKS),
    ...listed.map(({ code, name }) => [code, name] as const),
  ]);
  return [...names]
    .map(([code, name]) => ({ code, name }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Returns the name of a bank; undefined if it is not known. */
export async function knownBankName(db: Queryable, code: string): Promise<string | undefined> {
  const [listed] = await db.select({ name: banks.name }).from(banks).where(eq(banks.code, code));
  return listed?.name ?? COMMERCIAL_BANKS[code];
}
