import type { ScanResult } from "@/lib/contract/event.values";
import type { ScanAnswer } from "@/lib/contract/event-gate";

/** What a gate shows of one scan. */
export type GateResult = {
  id: string;
  /** `not_a_code`: no ticket has such a code; `failed`: the server refused to look, `message` says why. */
  result: ScanResult | "not_a_code" | "failed";
  /** When it was scanned, in milliseconds. */
  scanned: number;
  /** Found on the phone, without the server. */
  offline: boolean;
  /** Offline and not in the list, which is not read to its end yet. */
  partial?: boolean;
  message?: string;
  holder: string;
  type: string;
  /** Of the check-in that counts: when, at which gate and by whom. */
  at: string | null;
  gate: string;
  by: string;
  otherEvent: string | null;
  ticketId: string | null;
};

const NOTHING = { holder: "", type: "", at: null, gate: "", by: "", otherEvent: null, ticketId: null };

export const emptyResult = (id: string, result: GateResult["result"], offline: boolean): GateResult => ({
  ...NOTHING,
  id,
  result,
  offline,
  scanned: Date.now(),
});

export const answeredResult = ({ id, result, ticket }: ScanAnswer): GateResult => ({
  ...emptyResult(id, result, false),
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
