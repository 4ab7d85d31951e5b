import "server-only";
import { randomUUID } from "node:crypto";
import { gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { pickLga, pickPlace } from "@/lib/server/db/seed/ireport/places";
import { countSituations, createReportText } from "@/lib/server/db/seed/ireport/texts";
import { createRandom } from "@/lib/server/db/seed/random";
import type { StarterCategoryName } from "@/lib/server/setup/starter/report-categories";
import { callAppApi } from "./app-api";
import { randomCitizen } from "./random-citizen";

/** Demo categories for which sample reports exist. Other and renamed categories get no simulated reports. */
const KNOWN: readonly StarterCategoryName[] = [
  "Potholes and damaged roads",
  "Street lights",
  "Traffic and parking",
  "No water",
  "Burst pipes",
  "Flooding and blocked drains",
  "Refuse not collected",
  "Illegal dumping",
  "Erosion and landslides",
  "Fallen trees",
  "School buildings",
  "Health centres",
  "Markets",
];
const ANONYMOUS_SHARE = 0.15;

const categoryList = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

/**
 * Files a report as a simulated citizen, unless the last one is newer than this many seconds. Some are anonymous: the code in the
 * response is discarded, as if the citizen had lost it.
 * @returns true if a report was filed
 */
export async function simulateReport(
  db: Database,
  everySeconds: number,
  anonymousShare = ANONYMOUS_SHARE,
): Promise<boolean> {
  const isRecent = gt(ireports.submittedAt, sql`now() - make_interval(secs => ${everySeconds})`);
  if ((await db.select({ id: ireports.id }).from(ireports).where(isRecent).limit(1)).length) return false;
  const offeredCategories = categoryList.safeParse(await callAppApi("GET", "/report-categories"));
  const random = createRandom(randomUUID());
  const known = KNOWN.flatMap((name) => offeredCategories.data?.items.find((category) => category.name === name) ?? []);
  const user_id = await randomCitizen(db);
  if (!known.length || !user_id) return false;
  const category = random.pick(known);
  const place = pickPlace(random, pickLga(random));
  const name = KNOWN.find((each) => each === category.name) ?? "No water";
  const words = createReportText(random, name, random.whole(0, countSituations(name) - 1), place);
  const who = random.chance(anonymousShare) ? { anonymous: true } : { user_id };
  const { lga, lat, lng } = place;
  const filed = await callAppApi("POST", "/reports", { ...who, category_id: category.id, ...words, lga, lat, lng });
  return filed !== null;
}
