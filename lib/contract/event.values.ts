import { LGAS } from "./kyc.values";
import { anyOf, day, declareList, oneOf, uuid, without } from "./list.values";
/** Words of the events module that screens, contract and tables share (docs/rules.md, Events). */
export const EVENT_STATES = ["draft", "live", "ended", "cancelled"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** Where an event can go from a state. A live event ends by the clock, when its end has passed: nothing is stored then. */
export const EVENT_TRANSITIONS: Record<EventState, readonly EventState[]> = {
  draft: ["live"],
  live: ["ended", "cancelled"],
  ended: [],
  cancelled: [],
};

export const TICKET_STATES = ["valid", "checked_in", "refunded", "void"] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Where a ticket can go from a state; back from `checked_in` only by undoing the check-in. */
export const TICKET_TRANSITIONS: Record<TicketState, readonly TicketState[]> = {
  valid: ["checked_in", "refunded", "void"],
  checked_in: ["valid"],
  refunded: [],
  void: [],
};

export const ORDER_STATES = ["reserved", "paid", "expired", "failed", "cancelled"] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Where an order can go from a state. Money that comes late buys the tickets after all where seats are left. */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  reserved: ["paid", "expired", "failed", "cancelled"],
  expired: ["paid"],
  paid: [],
  failed: [],
  cancelled: [],
};

/** For how long seats are held until they are paid. */
export const RESERVATION_MINUTES = 15;

/** Whether a ticket type can be bought now, and if not, why. */
export const SALE_STATES = ["on_sale", "not_yet", "over", "sold_out", "hidden"] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** What a scan at a gate comes to. Only `checked_in` lets somebody in. */
export const SCAN_RESULTS = [
  "checked_in",
  "already_in",
  "refunded",
  "void",
  "other_event",
  "unknown",
  "not_open",
] as const;
export type ScanResult = (typeof SCAN_RESULTS)[number];

/** How far the refund of one order of a cancelled event has come. */
export const CANCELLATION_STEP_STATES = ["pending", "done", "failed"] as const;
export type CancellationStepState = (typeof CANCELLATION_STEP_STATES)[number];

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
export const VENUE_MAX = 160;
export const ORGANISER_MAX = 120;
export const EVENT_CAPACITY_MAX = 1_000_000;
export const TICKET_TYPES_MAX = 30;
export const TICKET_TYPE_NAME_MAX = 60;
export const TICKET_TYPE_TEXT_MAX = 300;
/** Tickets of one type in one order, and of all types together. */
export const PER_ORDER_MAX = 50;
export const EVENT_REASON_MAX = 400;
export const GATE_MAX = 40;
/** Scans in one call: what a gate that was offline sends at a time. */
export const SCANS_MAX = 100;
/** Tickets in one answer of the list that a gate keeps: some 190 KB, which a weak line brings before its time is over. */
export const GATE_LIST_SIZE = 2_000;
/** Days that one answer of the calendar covers. */
export const CALENDAR_DAYS_MAX = 62;

/** Least contrast of a category's colour with the white text on it (WCAG 2.2, 1.4.3). */
export const COLOUR_CONTRAST = 4.5;

/** Contrast of a colour such as `#0a7d4f` with white, 1 to 21 (WCAG 2.2); null for what is no such colour. */
export function contrastWithWhite(colour: string): number | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Letters of a ticket's code: none that is read as another (Crockford's base 32). 16 of them are 80 bits. */
export const CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_LENGTH = 16;

/**
 * The code of a ticket out of what was scanned, typed or pasted: spaces, dashes and small letters do not matter, nor
 * whether a 0 was read as O.
 * @returns its 16 letters, or null for what is no code
 */
export function ticketCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter)) ? code : null;
}

/** As people read it: `7K2M-9XQ4-…`. */
export const codeInGroups = (code: string) => code.match(/.{4}/g)?.join("-") ?? code;

/** The list of events. Unless it says an order, what is on and what comes next is first. Days: on which it takes place. */
export const EVENT_LIST = declareList({
  sorts: ["starts_at", "title", "updated_at"],
  filters: { state: anyOf(EVENT_STATES), category: uuid, lga: oneOf(LGAS), from: day, to: day },
});

/** The list of tickets; `transaction`: those that it paid for. */
export const TICKET_LIST = declareList({
  sorts: ["created_at", "checked_in_at"],
  defaultSort: "-created_at",
  filters: {
    state: anyOf(TICKET_STATES),
    from: day,
    to: day,
    event: uuid,
    type: uuid,
    holder: uuid,
    transaction: uuid,
  },
});

/** The orders of a cancelled event. */
export const CANCELLATION_LIST = declareList({
  sorts: ["updated_at"],
  filters: { state: anyOf(CANCELLATION_STEP_STATES) },
});

/** Scans of one event that contradict each other. */
export const SCAN_CONFLICT_LIST = declareList({ sorts: ["received_at"], filters: {} });

/** The same on a user's page, where the holder is said already. */
export const USER_TICKET_LIST = without(TICKET_LIST, "event", "type", "holder", "transaction");
