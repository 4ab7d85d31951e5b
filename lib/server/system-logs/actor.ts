import "server-only";
import { routes } from "@/lib/contract/routes";

/** The calls that the citizen app's server makes. */
const OF_THE_APP = new Set(
  Object.entries(routes).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, { policy }]) => policy === "app")
      .map(([name]) => `${group}.${name}`),
  ),
);
const OF_THE_PROVIDER = ["transaction.webhook", "transaction.refundTaken"];

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
