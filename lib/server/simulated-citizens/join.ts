import "server-only";
import { randomUUID } from "node:crypto";
import { gt, sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { pickName } from "@/lib/server/db/seed/names";
import { pickEthnicity, pickHomeAddress } from "@/lib/server/db/seed/places";
import { createRandom } from "@/lib/server/db/seed/random";
import { callAppApi } from "./app-api";

/** Opens an account as a simulated citizen, if the newest account is older than this many seconds. @returns true if opened */
export async function simulateAccountOpening(db: Database, everySeconds: number): Promise<boolean> {
  const isRecent = gt(users.joinedAt, sql`now() - make_interval(secs => ${everySeconds})`);
  if ((await db.select({ id: users.id }).from(users).where(isRecent).limit(1)).length) return false;
  const external_id = randomUUID();
  const random = createRandom(external_id);
  const { lga, address } = pickHomeAddress(random);
  const gender = random.pick(["female", "male"] as const);
  const name = pickName(random, pickEthnicity(random, lga), gender);
  const openedAccount = await callAppApi("POST", "/users", {
    ...{ external_id, lga, address, gender },
    ...{ first_name: name.firstName, middle_name: name.middleName, last_name: name.lastName },
    // Uses a prefix that no Nigerian network has, so that no real phone is called.
    phone: `+234600${random.digits(7)}`,
    date_of_birth: `${random.whole(1955, 2004)}-0${random.whole(1, 9)}-${random.whole(10, 28)}`,
  });
  return openedAccount !== null;
}
