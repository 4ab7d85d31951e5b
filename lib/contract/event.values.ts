import { LGAS } from "./lgas.values";
import { anyOfFilter, dayFilter, declareList, idFilter, omitFilters, oneOfFilter } from "./list.values";
import { withoutSeparators } from "./pasted.values";
/** Values of the events module that screens, contract and tables share (docs/rules.md, Events). */
export const EVENT_STATES = ["draft", "live", "ended", "cancelled"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** Allowed changes of an event's state. A live event ends when its end time has passed; that state is computed, not stored. */
export const EVENT_TRANSITIONS: Record<EventState, readonly EventState[]> = {
  draft: ["live"],
  live: ["ended", "cancelled"],
  ended: [],
  cancelled: [],
};

/** States of a ticket. */
export const TICKET_STATES = ["valid", "checked_in", "refunded", "void"] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Allowed changes of a ticket's state. `checked_in` returns to `valid` only by undoing the check-in. */
export const TICKET_TRANSITIONS: Record<TicketState, readonly TicketState[]> = {
  valid: ["checked_in", "refunded", "void"],
  checked_in: ["valid"],
  refunded: [],
  void: [],
};

/** States of an order of tickets. */
export const TICKET_ORDER_STATES = ["reserved", "paid", "expired", "failed", "cancelled"] as const;
export type TicketOrderState = (typeof TICKET_ORDER_STATES)[number];

/** Allowed changes of an order's state. A late payment still buys the tickets if seats are left. */
export const TICKET_ORDER_TRANSITIONS: Record<TicketOrderState, readonly TicketOrderState[]> = {
  reserved: ["paid", "expired", "failed", "cancelled"],
  expired: ["paid"],
  paid: [],
  failed: [],
  cancelled: [],
};

/** Minutes for which an unpaid order reserves its seats. */
export const SEAT_RESERVATION_MINUTES = 15;

/** Whether a ticket type is on sale, or why not. */
export const TICKET_SALE_STATES = ["on_sale", "not_yet", "over", "sold_out", "hidden"] as const;
export type TicketSaleState = (typeof TICKET_SALE_STATES)[number];

/** Results of a scan at a gate. Only `checked_in` admits the person. */
export const TICKET_SCAN_RESULTS = [
  "checked_in",
  "already_in",
  "refunded",
  "void",
  "other_event",
  "unknown",
  "not_open",
] as const;
export type ScanResult = (typeof TICKET_SCAN_RESULTS)[number];

/** Progress of the refund of one order of a cancelled event. */
export const CANCELLATION_STEP_STATES = ["pending", "done", "failed"] as const;
export type CancellationStepState = (typeof CANCELLATION_STEP_STATES)[number];

/** Icons of event categories, by their lucide names. */
export const EVENT_ICONS = [
  "music",
  "trophy",
  "drama",
  "utensils",
  "graduation-cap",
  "presentation",
  "church",
  "baby",
  "heart-handshake",
  "palette",
  "party-popper",
  "film",
  "mic",
  "landmark",
  "trees",
  "calendar",
] as const;
export type EventIcon = (typeof EVENT_ICONS)[number];

export const EVENT_TITLE_MAX = 120;
/** Maximum length of a venue. */
export const VENUE_LENGTH_MAX = 160;
/** Maximum length of an organiser's name. */
export const ORGANISER_NAME_MAX = 120;
/** Maximum number of seats of an event. */
export const EVENT_CAPACITY_MAX = 1_000_000;
/** Maximum number of ticket types per event. */
export const TICKET_TYPES_MAX = 30;
export const TICKET_TYPE_NAME_MAX = 60;
/** Maximum length of a ticket type's description. */
export const TICKET_TYPE_TEXT_MAX = 300;
/** Maximum number of tickets in one order, for one type and for all types together. */
export const MAX_TICKETS_PER_ORDER = 50;
/** Maximum length of the reason for cancelling an event or changing a ticket. */
export const EVENT_REASON_MAX = 400;
export const GATE_NAME_MAX = 40;
/** Maximum number of scans per request. A gate that was offline sends them in batches of this size. */
export const SCANS_PER_REQUEST_MAX = 100;
/** Tickets per page of the list that a gate stores: about 190 KB, which a slow connection loads before the timeout. */
export const GATE_LIST_PAGE_SIZE = 2_000;
/** Maximum number of days in one calendar response. */
export const CALENDAR_DAYS_MAX = 62;

/** Minimum contrast of a category's colour with the white text on it (WCAG 2.2, 1.4.3). */
export const MIN_COLOUR_CONTRAST = 4.5;

/** Returns the contrast of a colour such as `#0a7d4f` with white, 1 to 21 (WCAG 2.2); null for an invalid colour. */
export function contrastWithWhite(colour: string): number | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const channelValue = Number.parseInt(colour.slice(offset, offset + 2), 16) / 255;
    return channelValue <= 0.04045 ? channelValue / 12.92 : ((channelValue + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Letters of a ticket's code, without those that look alike (Crockford's base 32). 16 letters are 80 bits. */
export const TICKET_CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Number of letters of a ticket's code. */
export const TICKET_CODE_LENGTH = 16;

/**
 * Reads a ticket's code from scanned, typed or pasted text. Ignores spaces, dashes and case, and reads O as 0, and I and L as 1.
 * @returns its 16 letters, or null for an invalid code
 */
export function parseTicketCode(typedCode: string): string | null {
  const code = withoutSeparators(typedCode).toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");
  return code.length === TICKET_CODE_LENGTH && [...code].every((letter) => TICKET_CODE_ALPHABET.includes(letter))
    ? code
    : null;
}

/** Formats a code for people: `7K2M-9XQ4-…`. */
export const formatTicketCode = (code: string) => code.match(/.{4}/g)?.join("-") ?? code;

/** List of events. Default order: events in progress and upcoming ones first. `from`, `to`: days on which an event is held. */
export const EVENT_LIST = declareList({
  name: "events",
  sorts: ["starts_at", "title", "updated_at"],
  filters: {
    state: anyOfFilter(EVENT_STATES),
    category: idFilter,
    lga: oneOfFilter(LGAS),
    from: dayFilter,
    to: dayFilter,
  },
});

/** List of tickets. `transaction`: tickets that this transaction paid for. */
export const TICKET_LIST = declareList({
  name: "tickets",
  sorts: ["created_at", "checked_in_at"],
  defaultSort: "-created_at",
  arrival: "created_at",
  filters: {
    state: anyOfFilter(TICKET_STATES),
    from: dayFilter,
    to: dayFilter,
    event: idFilter,
    type: idFilter,
    holder: idFilter,
    transaction: idFilter,
  },
});

/** List of the orders of a cancelled event. */
export const CANCELLATION_STEP_LIST = declareList({
  name: "event-cancellation",
  sorts: ["updated_at"],
  filters: { state: anyOfFilter(CANCELLATION_STEP_STATES) },
});

/** List of scans of one event that contradict each other. */
export const SCAN_CONFLICT_LIST = declareList({ sorts: ["received_at"], arrival: "received_at", filters: {} });

/** List of tickets on a user's page, where the holder is already known. */
export const USER_TICKET_LIST = omitFilters("user-tickets", TICKET_LIST, "event", "type", "holder", "transaction");
