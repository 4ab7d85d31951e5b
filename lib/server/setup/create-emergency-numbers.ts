import "server-only";
import { EMERGENCY_NUMBER_CATEGORY_WORDS } from "@/lib/contract/app-config.values";
import type { StarterSetPreview } from "@/lib/contract/setup";
import type { WriteContext } from "@/lib/server/api/context";
import { createEmergencyNumber } from "@/lib/server/app-config/change-emergency-number";
import { listEmergencyNumbers } from "@/lib/server/app-config/read-emergency-numbers";
import type { Queryable } from "@/lib/server/db/client";
import { STARTER_EMERGENCY_NUMBERS } from "./starter/emergency-numbers";

async function numbersToAdd(db: Queryable) {
  const existingNumbers = new Set((await listEmergencyNumbers(db)).map(({ number }) => number.replace(/\D/g, "")));
  return STARTER_EMERGENCY_NUMBERS.map((number) => ({ number, isThere: existingNumbers.has(number.number) }));
}

/** Lists the emergency numbers of the starter set and whether each exists already. */
export const previewStarterEmergencyNumbers = async (db: Queryable): Promise<StarterSetPreview["items"]> =>
  (await numbersToAdd(db)).map(({ number, isThere }) => ({
    name: `${number.name}: ${number.number}`,
    note: `${EMERGENCY_NUMBER_CATEGORY_WORDS[number.category]}, whole state. Unverified until an admin has called it.`,
    state: isThere ? "there" : "new",
  }));

/** Creates the emergency numbers of the starter set that are missing. */
export async function createStarterEmergencyNumbers(context: WriteContext) {
  for (const { number, isThere } of await numbersToAdd(context.tx))
    if (!isThere) await createEmergencyNumber(context, number);
}
