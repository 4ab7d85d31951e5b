import "server-only";
import { sql } from "drizzle-orm";
import { routes } from "@/lib/contract/routes";
import type { ActorRef } from "@/lib/contract/system-logs";

/** The calls that the citizen app's server makes. */
const OF_THE_APP = new Set(
  Object.entries(routes).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, { policy }]) => policy === "app")
      .map(([name]) => `${group}.${name}`),
  ),
);
const OF_THE_PROVIDER = ["transaction.webhook", "transaction.refundTaken"];

/** Email of the admin whom a row of the trail names, as it is now; null for citizens, who are in another table. */
export const actorEmail = sql<string | null>`(select a.email from admins a where a.id = "audit_trails"."admin_id")`;

/** How answers name who acted; null where the trail names no person. */
export const actorRefOf = (row: {
  adminId: string | null;
  adminName: string | null;
  adminEmail: string | null;
}): ActorRef | null =>
  row.adminId && row.adminName ? { id: row.adminId, name: row.adminName, email: row.adminEmail } : null;

/**
 * Who did what a row of the trail tells, where it names no person. The action decides and never the device alone: what a
 * stranger's browser calls itself is the stranger's choice.
 */
export function actorOf({ adminName, action, device }: { adminName: string | null; action: string; device: string }) {
  if (adminName !== null) return adminName;
  if (OF_THE_APP.has(action)) return "Citizen app";
  if (OF_THE_PROVIDER.includes(action)) return "Payment provider";
  // Timed work has no device; what is left are sign-ins of addresses that no admin has.
  return device === "" ? "System" : "Not signed in";
}
