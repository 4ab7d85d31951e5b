import "server-only";
import { and, eq, ne, or } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import type { UserRecord } from "./status";

/**
 * Returns a 409 with the name of the open account that has this phone number or email address; null if no open account has it. Only for admins:
 * responses to the app don't reveal whose number it is.
 * @param ownId account that may keep its own number and address
 */
export async function contactConflictForAdmin(
  tx: Transaction,
  { phone, email }: Partial<Pick<UserRecord, "phone" | "email">>,
  ownId?: string,
): Promise<Refusal | null> {
  if (!phone && !email) return null;
  const isSame = or(phone ? eq(users.phone, phone) : undefined, email ? eq(users.email, email) : undefined);
  const [sameContact] = await tx
    .select()
    .from(users)
    .where(and(ne(users.status, "closed"), isSame, ownId ? ne(users.id, ownId) : undefined));
  if (!sameContact) return null;
  const [field, contactName] =
    sameContact.phone === phone ? (["phone", "phone number"] as const) : (["email", "email address"] as const);
  const message = `${fullName(sameContact)}'s account has this ${contactName}. Use another one.`;
  return new Refusal(409, "CONFLICT", message, { fields: { [field]: message } });
}
