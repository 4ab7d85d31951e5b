import "server-only";
import { LGAS } from "@/lib/contract/lgas.values";
import type { Transaction } from "@/lib/server/db/client";
import { emergencyNumbers } from "@/lib/server/db/schema/emergency-numbers";
import { STARTER_EMERGENCY_NUMBERS } from "@/lib/server/setup/starter/emergency-numbers";
import { demoAdminId } from "./admins";
import { DAY_MS, type SeedClock } from "./clock";
import { fakePhoneNumber, USER_COUNT } from "./people";
import { assertDefined, seedId } from "./random";

type NumberInsert = typeof emergencyNumbers.$inferInsert;
type NumberDetails = Pick<NumberInsert, "name" | "number" | "category" | "lga">;

const DESK_KINDS = [
  { desk: "Emergency desk", category: "general" },
  { desk: "Fire desk", category: "fire" },
  { desk: "Ambulance desk", category: "medical" },
  { desk: "Police desk", category: "police" },
] as const satisfies readonly { desk: string; category: NumberInsert["category"] }[];

/** Index of the first fake number, above those of all other demo phone numbers (citizens, KYC requests), so that no number occurs twice. */
const FIRST_PHONE = USER_COUNT + 1_000;
/** Returns a fake phone number, marked by three zeros like every phone number of the demo data. */
const deskNumber = (index: number) =>
  fakePhoneNumber(FIRST_PHONE + index).replace(/^\+234(\d{3})(\d{3})(\d{4})$/, "0$1 $2 $3");

/** Fake emergency numbers: one office per LGA, of alternating categories. */
const LGA_DESKS: readonly NumberDetails[] = LGAS.map((lga, index) => {
  const { desk, category } = assertDefined(DESK_KINDS[index % DESK_KINDS.length]);
  return { name: `${desk} ${lga}`, number: deskNumber(index), category, lga };
});

/** Returns when and by whom a number was verified: alternates between recently, too long ago (180 days) and never. */
function verificationOf(clock: SeedClock, index: number): Pick<NumberInsert, "verifiedOn" | "verifiedBy"> {
  const variant = index % 3;
  if (variant === 2) return { verifiedOn: null, verifiedBy: null };
  return variant === 0
    ? { verifiedOn: clock.day(4 + 5 * index), verifiedBy: demoAdminId("civic") }
    : { verifiedOn: clock.day(200 + 6 * index), verifiedBy: demoAdminId("owner") };
}

/** Inserts two nationwide short codes, then a fake office in each LGA. @returns number of emergency numbers */
export async function loadEmergencyNumbers(tx: Transaction, clock: SeedClock): Promise<number> {
  const rows = [
    // The short codes are real. They stay unverified, because no demo admin has called them.
    ...STARTER_EMERGENCY_NUMBERS.map((details) => ({ ...details, verifiedOn: null, verifiedBy: null })),
    ...LGA_DESKS.map((details, index) => ({ ...details, ...verificationOf(clock, index) })),
  ].map((row, position) => ({
    ...row,
    id: seedId("emergency number", position),
    position,
    createdAt: clock.ago(380 * DAY_MS),
    version: row.verifiedOn === null ? 1 : 2,
  }));
  await tx.insert(emergencyNumbers).values(rows);
  return rows.length;
}
