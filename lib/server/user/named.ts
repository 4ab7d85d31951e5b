import "server-only";
import { and, eq, or, type SQL } from "drizzle-orm";
import { users } from "@/lib/server/db/schema/user";
import { begins, isNamed } from "@/lib/server/lists/list";
import { nationalDigits } from "@/lib/server/lists/search-terms";

/** An email or a phone number finds its owner; otherwise every typed word begins a name. */
export function userNamed(typed: string): SQL | undefined {
  if (typed.includes("@")) return isNamed(users.email, typed);
  const digits = nationalDigits(typed);
  if (digits !== null) return eq(users.phone, `+234${digits}`);
  const words = typed.split(/\s+/).filter(Boolean).slice(0, 5);
  return and(
    ...words.map((word) =>
      or(...[users.firstName, users.middleName, users.lastName].map((column) => begins(column, word))),
    ),
  );
}
