import "server-only";
import { eq, type SQL } from "drizzle-orm";
import { users } from "@/lib/server/db/schema/user";
import { isNamed } from "@/lib/server/lists/list";
import { hasNames, nationalDigits } from "@/lib/server/lists/search-terms";

/** An email or a phone number finds its owner; otherwise every typed word begins a name. */
export function userNamed(typed: string): SQL | undefined {
  if (typed.includes("@")) return isNamed(users.email, typed);
  const digits = nationalDigits(typed);
  if (digits !== null) return eq(users.phone, `+234${digits}`);
  return hasNames([users.firstName, users.middleName, users.lastName], typed);
}
