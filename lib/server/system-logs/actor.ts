import "server-only";
import { sql } from "drizzle-orm";
import { routes } from "@/lib/contract/routes";
import type { ActorRef } from "@/lib/contract/system-logs";

/** Calls that only the citizen app's server makes. */
const APP_ACTIONS = new Set(
  Object.entries(routes).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, { policy }]) => policy === "app")
      .map(([name]) => `${group}.${name}`),
  ),
);
const PROVIDER_ACTIONS = ["transaction.webhook", "transaction.refundTaken"];

/** SQL: the current email of the admin in an audit row; null for citizens. */
export const actorEmail = sql<string | null>`(select a.email from admins a where a.id = "audit_trails"."admin_id")`;

/** Returns the actor of an audit row for responses; null if the row names no person. */
export const actorRefOf = (row: {
  adminId: string | null;
  adminName: string | null;
  adminEmail: string | null;
}): ActorRef | null =>
  row.adminId && row.adminName ? { id: row.adminId, name: row.adminName, email: row.adminEmail } : null;

/** Returns the name of an audit row's actor. If the row names no person, derives it from the action, because a client can fake its user agent. */
export function actorName({ adminName, action, device }: { adminName: string | null; action: string; device: string }) {
  if (adminName !== null) return adminName;
  if (APP_ACTIONS.has(action)) return "Citizen app";
  if (PROVIDER_ACTIONS.includes(action)) return "Payment provider";
  // Scheduled tasks have no device. All other rows without a person are sign-in attempts with unknown email addresses.
  return device === "" ? "System" : "Not signed in";
}
