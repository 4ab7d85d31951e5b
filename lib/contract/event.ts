import { z } from "zod";
import { pendingApproval } from "./approvals";
import {
  day,
  endpoint,
  id,
  instant,
  listInput,
  listOf,
  noInput,
  oneLine,
  pageOf,
  requiredText,
  version,
} from "./common";
import { pictureCalls } from "./content-entries";
import { eventCallsFromApp } from "./event.app";
import { eventRoutes as routes } from "./event.routes";
import {
  contrastWithWhite,
  EVENT_ICONS,
  EVENT_LIST,
  EVENT_STATES,
  EVENT_TITLE_MAX,
  MIN_COLOUR_CONTRAST,
  ORGANISER_NAME_MAX,
  VENUE_LENGTH_MAX,
} from "./event.values";
import { eventCancelInput, eventCancellationCalls } from "./event-cancellation";
import { eventGateCalls } from "./event-gate";
import { eventTime, seatCount, ticketCalls, ticketType } from "./event-tickets";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { LGAS } from "./lgas.values";
import { richText } from "./rich-text";
import { timelineEntry } from "./system-logs";
import { OVERVIEW_PERIOD_DAYS } from "./transaction.values";

const categoryRef = z.object({ id: z.string(), name: z.string(), colour: z.string(), icon: z.enum(EVENT_ICONS) });

const category = categoryRef.extend({
  position: z.int(),
  /** Number of events of any state in this category. A category with events can't be deleted. */
  events: z.int(),
  live: z.int(),
  version,
});
export type EventCategory = z.infer<typeof category>;

const COLOUR_MESSAGE = "Use a colour such as #0a7d4f.";
const colour = requiredText(COLOUR_MESSAGE)
  .regex(/^#[0-9a-f]{6}$/i, COLOUR_MESSAGE)
  .toLowerCase()
  .refine(
    (value) => (contrastWithWhite(value) ?? 0) >= MIN_COLOUR_CONTRAST,
    "White text can't be read on this colour. Choose a darker one.",
  );
const categoryFields = { name: oneLine(60, 2), colour, icon: z.enum(EVENT_ICONS, "Choose an icon.") };
export const eventCategoryCreation = z.strictObject(categoryFields);
export const eventCategoryUpdate = z.strictObject({ eventCategoryId: id, version, ...categoryFields });

const eventRow = z.object({
  id: z.string(),
  title: z.string(),
  category: categoryRef.nullable(),
  venue: z.string(),
  lga: z.enum(LGAS).nullable(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  state: z.enum(EVENT_STATES),
  /** Maximum number of seats; null: limited only by the ticket types. */
  capacity: z.int().nullable(),
  /** Total seats of the event's ticket types, at most the capacity. */
  seats: z.int(),
  /** Tickets that occupy a seat, and tickets that can still be ordered. */
  sold: z.int(),
  left: z.int(),
  /** Total price in kobo of the tickets that occupy a seat. */
  revenue: z.int(),
  updated_at: instant,
  version,
});
export type EventRow = z.infer<typeof eventRow>;

const eventSingle = eventRow.extend({
  description: richText.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  cover_image_id: z.string().nullable(),
  organiser: z.string(),
  ticket_types: z.array(ticketType),
  /** Missing fields that going live requires: field → instruction. The key `ticket_types` is for all ticket types. */
  missing: z.record(z.string(), z.string()),
  /** Seats reserved by unpaid orders that have not expired. */
  held: z.int(),
  /** True if tickets were ordered. Then the event can be cancelled, but not deleted. */
  is_used: z.boolean(),
  cancelled: z.object({ at: instant, reason: z.string() }).nullable(),
  awaiting: pendingApproval.nullable(),
  timeline: z.array(timelineEntry),
});
/** An event as shown on its own page. */
export type EventDetails = z.infer<typeof eventSingle>;

const eventFields = {
  title: oneLine(EVENT_TITLE_MAX, 2),
  description: richText.nullable(),
  category_id: id.nullable(),
  venue: oneLine(VENUE_LENGTH_MAX),
  lga: z.enum(LGAS).nullable(),
  /** Coordinates of the venue in degrees. Set both or neither. */
  lat: z.number("Use a latitude such as 4.9757.").min(-90).max(90).nullable(),
  lng: z.number("Use a longitude such as 8.3417.").min(-180).max(180).nullable(),
  starts_at: eventTime.nullable(),
  ends_at: eventTime.nullable(),
  cover_image_id: id.nullable(),
  organiser: oneLine(ORGANISER_NAME_MAX),
  capacity: seatCount.nullable(),
};
type PlaceAndTimes = { lat: number | null; lng: number | null; starts_at: string | null; ends_at: string | null };
function checkEvent(input: PlaceAndTimes, context: z.RefinementCtx) {
  const addIssue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if ((input.lat === null) !== (input.lng === null)) addIssue("lat", "Send lat and lng together.");
  if (input.starts_at && input.ends_at && Date.parse(input.ends_at) <= Date.parse(input.starts_at))
    addIssue("ends_at", "The event has to end after it starts.");
}
export const eventCreation = z.strictObject(eventFields).superRefine(checkEvent);

const eventListInput = listInput(EVENT_LIST);

const calendarEvent = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(EVENT_STATES),
  starts_at: instant,
  ends_at: instant,
  colour: z.string().nullable(),
});
export type CalendarEvent = z.infer<typeof calendarEvent>;

const ticketTypeFigures = z.object({
  id: z.string(),
  name: z.string(),
  price: z.int(),
  quantity: z.int(),
  sold: z.int(),
  left: z.int(),
  checked_in: z.int(),
  refunded: z.int(),
  revenue: z.int(),
});
const eventFigures = z.object({
  sold: z.int(),
  left: z.int(),
  checked_in: z.int(),
  /** Number of refunded tickets, and of voided ones. */
  refunded: z.int(),
  voided: z.int(),
  /** Kobo of the tickets that occupy a seat, and of refunded ones. */
  revenue: z.int(),
  refunded_amount: z.int(),
  types: z.array(ticketTypeFigures),
  /** Tickets sold per Lagos day, including those refunded later. */
  by_day: z.array(z.object({ day, tickets: z.int(), amount: z.int() })),
  /** Check-ins per minute from the first to the last one, grouped into `step` minutes if that period is long. */
  by_minute: z.array(z.object({ at: instant, count: z.int() })),
  step: z.int(),
});
/** Sales and check-ins of one event. */
export type EventFigures = z.infer<typeof eventFigures>;

const periodFigures = z.object({ tickets: z.int(), revenue: z.int(), checked_in: z.int() });
const overview = z.object({
  live: z.int(),
  drafts: z.int(),
  /** `seats`: seats of live events. `sold`: how many of these seats are sold. */
  seats: z.int(),
  sold: z.int(),
  /** Tickets sold in the period that still occupy a seat, and check-ins of the period that were not undone. */
  now: periodFigures,
  before: periodFigures,
  by_day: z.array(z.object({ day, tickets: z.int(), amount: z.int() })),
  /** Events in progress and the next to start. */
  next: z.array(eventRow),
  /** Recently changed drafts. */
  newest_drafts: z.array(eventRow),
  /** Cancelled events with pending or failed refunds. */
  refunding: z.array(z.object({ id: z.string(), title: z.string(), pending: z.int(), failed: z.int() })),
});
/** Figures of all events for the module's overview page. */
export type EventOverview = z.infer<typeof overview>;

const eventInput = z.strictObject({ eventId: id });
const eventChange = z.strictObject({ eventId: id, version });
const deletedRecord = z.object({ id: z.string() });

/** Calls of the Events module, with descriptions and schemas. */
export const eventCalls = {
  overview: endpoint(routes.overview, {
    summary: "Figures of a period against the previous one, and the next events",
    input: z.strictObject({ days: z.enum(OVERVIEW_PERIOD_DAYS, "Use 7, 30 or 90.").default("30") }),
    output: overview,
  }),
  list: endpoint(routes.list, {
    summary: "Events, by start",
    input: eventListInput,
    output: pageOf(eventRow),
  }),
  export: endpoint(routes.export, {
    summary: "Make a link that downloads the events",
    done: "Exported events",
    input: eventListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  calendar: endpoint(routes.calendar, {
    summary: "Events of a period",
    input: z.strictObject({ from: day, to: day }),
    output: listOf(calendarEvent),
  }),
  create: endpoint(routes.create, {
    summary: "Create a draft",
    done: "Drafted an event",
    input: eventCreation,
    output: eventSingle,
  }),
  single: endpoint(routes.single, {
    summary: "One event with its ticket types",
    input: eventInput,
    output: eventSingle,
  }),
  figures: endpoint(routes.figures, {
    summary: "Sales and check-ins by ticket type, day and minute",
    input: eventInput,
    output: eventFigures,
  }),
  update: endpoint(routes.update, {
    summary: "Change an event",
    done: "Changed an event",
    input: z.strictObject({ eventId: id, version, ...eventFields }).superRefine(checkEvent),
    output: eventSingle,
  }),
  remove: endpoint(routes.remove, {
    summary: "Delete a draft",
    done: "Deleted the draft of an event",
    input: eventChange,
    output: deletedRecord,
  }),
  duplicate: endpoint(routes.duplicate, {
    summary: "Duplicate an event and its ticket types as a draft",
    done: "Duplicated an event",
    input: eventInput,
    output: eventSingle,
  }),
  goLive: endpoint(routes.goLive, {
    summary: "Publish a draft: citizens see it and can buy tickets",
    done: "Went live with an event",
    input: eventChange,
    output: eventSingle,
  }),
  ...pictureCalls(routes, "an event"),
  categories: endpoint(routes.categories, {
    summary: "Categories with their number of events",
    input: noInput,
    output: listOf(category),
  }),
  createCategory: endpoint(routes.createCategory, {
    summary: "Create a category",
    done: "Added an event category",
    input: eventCategoryCreation,
    output: category,
  }),
  updateCategory: endpoint(routes.updateCategory, {
    summary: "Change a category",
    done: "Changed an event category",
    input: eventCategoryUpdate,
    output: category,
  }),
  orderCategories: endpoint(routes.orderCategories, {
    summary: "Change the order of the categories",
    done: "Reordered event categories",
    input: z.strictObject({ ids: z.array(id).min(1).max(200) }),
    output: listOf(category),
  }),
  deleteCategory: endpoint(routes.deleteCategory, {
    summary: "Delete a category that no event uses",
    done: "Deleted an event category",
    input: z.strictObject({ eventCategoryId: id, version }),
    output: deletedRecord,
  }),
  cancel: endpoint(routes.cancel, {
    summary: "Cancel an event and refund its tickets; above the refund limit another admin approves",
    done: "Cancelled an event, or requested its cancellation",
    input: eventCancelInput,
    output: eventSingle,
  }),
  ...eventCancellationCalls,
  ...ticketCalls,
  ...eventGateCalls,
  ...eventCallsFromApp,
};
