import "server-only";
import { and, desc, eq, gte, lte, ne, type SQL } from "drizzle-orm";
import type { KycRisk } from "@/lib/contract/kyc.submission";
import { MANY_REQUESTS } from "@/lib/contract/kyc.values";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";

/** Another request that a risk flag refers to. */
export type Related = Pick<typeof kycRequests.$inferSelect, "id" | "reference" | "firstName" | "lastName" | "state"> & {
  detail: string;
  photo: KycRisk["requests"][number]["photo"];
};

/** Limits the listed requests. An officer who sees 50 matches already knows that it is fraud. */
export const MAX_NAMED = 50;
const HOUR = 3_600_000;

type Request = typeof kycRequests.$inferSelect;

/** Finds requests of other users with the same identity number. */
export const sameNumber = (db: Queryable, request: Request): Promise<Related[]> =>
  others(db, request, eq(kycRequests.identityNumberHash, request.identityNumberHash)).then(named);

/** Finds requests of other users from the same device or address around the same time, if there are too many users. */
export async function sameOrigin(db: Queryable, request: Request): Promise<(Related & { from: Origin })[]> {
  const found = new Map<string, Related & { from: Origin }>();
  for (const from of ["device", "address"] as const) {
    const [column, value] =
      from === "device"
        ? [kycRequests.submittedDevice, request.submittedDevice]
        : [kycRequests.submittedAddress, request.submittedAddress];
    if (!value) continue;
    const { users, hours } = MANY_REQUESTS[from];
    const at = request.submittedAt.getTime();
    const around = and(
      gte(kycRequests.submittedAt, new Date(at - hours * HOUR)),
      lte(kycRequests.submittedAt, new Date(at + hours * HOUR)),
    );
    const rows = await others(db, request, and(eq(column, value), around));
    if (new Set(rows.map(({ userId }) => userId)).size + 1 < users) continue;
    for (const row of named(rows)) if (!found.has(row.id)) found.set(row.id, { ...row, from });
  }
  return [...found.values()];
}
export type Origin = "device" | "address";

const others = (db: Queryable, { userId }: Request, where: SQL | undefined) =>
  db
    .select()
    .from(kycRequests)
    .where(and(where, ne(kycRequests.userId, userId)))
    .orderBy(desc(kycRequests.submittedAt))
    .limit(MAX_NAMED);

const named = (rows: Request[]): Related[] =>
  rows.map(({ id, reference, firstName, lastName, state }) => ({
    id,
    reference,
    firstName,
    lastName,
    state,
    detail: "",
    photo: null,
  }));
