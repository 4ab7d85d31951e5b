import type { ScanResult } from "@/lib/contract/event.values";
import type { ScanAnswer } from "@/lib/contract/event-gate";

/** Result of one ticket scan, as the check-in page shows it. */
export type GateScanResult = {
  id: string;
  /** `not_a_code`: the text has not the format of a ticket code; `failed`: the server refused the scan, see `message`. */
  result: ScanResult | "not_a_code" | "failed";
  /** Time of the scan in ms. */
  scanned: number;
  /** True if the phone decided without the server. */
  offline: boolean;
  /** True if the phone is offline, the ticket is not in its list, and the list is incomplete. */
  partial?: boolean;
  message?: string;
  holder: string;
  type: string;
  /** Time, gate and admin of the valid check-in. */
  at: string | null;
  gate: string;
  by: string;
  otherEvent: string | null;
  ticketId: string | null;
};

const NO_TICKET = { holder: "", type: "", at: null, gate: "", by: "", otherEvent: null, ticketId: null };

/** Returns a scan result that contains no data of a ticket. */
export const resultWithoutTicket = (
  id: string,
  result: GateScanResult["result"],
  isOffline: boolean,
): GateScanResult => ({
  ...NO_TICKET,
  id,
  result,
  offline: isOffline,
  scanned: Date.now(),
});

/** Converts the server's response to a scan into the result that the check-in page shows. */
export const resultOfScanAnswer = ({ id, result, ticket }: ScanAnswer): GateScanResult => ({
  ...resultWithoutTicket(id, result, false),
  ...(ticket && {
    holder: ticket.holder,
    type: ticket.type,
    at: ticket.at,
    gate: ticket.gate,
    by: ticket.by,
    otherEvent: ticket.other_event,
    ticketId: ticket.id,
  }),
});
