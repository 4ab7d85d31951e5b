import type { GateScanResult } from "@/lib/client/gate/result";
import type { EventState, ScanResult } from "@/lib/contract/event.values";
import { formatDateTime, formatTime, lagosDay } from "@/lib/format";

const RESULT_TEXTS: Record<GateScanResult["result"], string> = {
  checked_in: "Checked in",
  already_in: "Already in",
  refunded: "Refunded",
  void: "Void",
  other_event: "Ticket for another event",
  unknown: "Unknown code",
  not_open: "Not open",
  not_a_code: "Not a ticket code",
  failed: "Not checked",
};

type ScanOutcome = { result: ScanResult | GateScanResult["result"] } & Partial<
  Pick<GateScanResult, "at" | "gate" | "by" | "otherEvent">
>;

/** Describes the result of a scan: "Already in at 18:04 by Ada Obi (Gate 2)". */
export function describeScanResult({ result, at: instant, gate, by, otherEvent }: ScanOutcome): string {
  if (result === "other_event" && otherEvent) return `${RESULT_TEXTS.other_event}: ${otherEvent}`;
  if (result !== "already_in") return RESULT_TEXTS[result];
  const place = gate && (by ? ` (${gate})` : ` at ${gate}`);
  return `${RESULT_TEXTS.already_in}${instant ? ` at ${timeText(instant)}` : ""}${by ? ` by ${by}` : ""}${place ?? ""}`;
}

const timeText = (instant: string) =>
  lagosDay(new Date(instant).getTime()) === lagosDay(Date.now()) ? formatTime(instant) : formatDateTime(instant);

/** Advises the gate's staff what to do after a scan. Returns "" if the result needs no advice. */
export function adviceForScan({ result, offline, partial, message }: GateScanResult): string {
  if (result === "failed") return message ?? "Try again.";
  if (result === "not_a_code") return "A ticket's code has 16 letters and digits. Check it and try again.";
  if (result === "refunded") return "This ticket was refunded and is no longer valid.";
  if (result === "void") return "This ticket is no longer valid.";
  if (result === "not_open") return "Tickets of this event can't be checked in now.";
  if (result !== "unknown") return "";
  if (!offline) return "No ticket has this code.";
  return partial
    ? "Not on this phone's list, which is not complete yet. Check again with a network."
    : "Not on this phone's list.";
}

/**
 * Explains why no ticket can be checked in; null if tickets can. Past events still allow check-in, for offline scans that are sent
 * late.
 */
export function gateClosedReason(state: EventState): string | null {
  if (state === "draft") return "This event is not live yet, so no ticket can be checked in.";
  return state === "cancelled" ? "This event is cancelled, so no ticket can be checked in." : null;
}
