import { needs } from "./access";
import { BODY_MAX, route } from "./route";

const feature = "Events";
const read = needs(feature, "read");
const create = needs(feature, "create");
const update = needs(feature, "update");
const remove = needs(feature, "delete");
const approve = needs(feature, "approve");
const exporting = needs(feature, "export");

const one = "/events/{eventId}" as const;
const ticket = "/events/tickets/{ticketId}" as const;

/** Events, their categories and what is sold for them. */
const desk = {
  overview: route("GET", "/events/overview", read, "Figures of some days against as many before, and what is next"),
  list: route("GET", "/events", read, "Events, those that start next first"),
  export: route("POST", "/events/export", exporting, "Make a link that downloads the events", {
    done: "Exported events",
    secret: true,
  }),
  calendar: route("GET", "/events/calendar", read, "Events of some days"),
  create: route("POST", "/events", create, "Create a draft", { done: "Drafted an event", body: BODY_MAX }),
  single: route("GET", one, read, "One event with its ticket types"),
  figures: route("GET", `${one}/figures`, read, "What was sold and checked in, by type, day and minute"),
  update: route("PATCH", one, update, "Change an event", { done: "Changed an event", body: BODY_MAX }),
  remove: route("DELETE", one, remove, "Delete a draft", { done: "Deleted the draft of an event" }),
  duplicate: route("POST", `${one}/duplicate`, create, "Make a draft of the same event with its ticket types", {
    done: "Duplicated an event",
  }),
  goLive: route("PATCH", `${one}/live`, update, "Take a draft live: citizens see it and can buy tickets", {
    done: "Took an event live",
  }),
  cancellation: route("GET", `${one}/cancellation`, read, "What cancelling would do, or how far it has come"),
  cancel: route(
    "POST",
    `${one}/cancellation`,
    update,
    "Cancel an event and refund its tickets; above the refund limit another admin approves",
    { done: "Cancelled an event, or requested it", idempotent: true },
  ),
  cancellationSteps: route("GET", `${one}/cancellation/steps`, read, "The orders of a cancelled event"),
  retryCancellationStep: route(
    "POST",
    `${one}/cancellation/steps/{orderId}/retry`,
    update,
    "Try again to refund one order of a cancelled event",
    { done: "Tried a refund of a cancelled event again", idempotent: true },
  ),
  upload: route("POST", "/events/images", update, "Send one JPEG, PNG or WebP, up to 10 MB, for an event", {
    done: "Uploaded a picture for an event",
    upload: true,
    timeout: 120_000,
  }),
  image: route("GET", "/events/images/{imageId}", read, "A picture of an event", { file: true, timeout: 60_000 }),
  images: route("GET", "/events/images", read, "Pictures by their ids, with small ones to show"),
  categories: route("GET", "/events/categories", read, "Categories with how many events use them"),
  createCategory: route("POST", "/events/categories", create, "Create a category", { done: "Added an event category" }),
  updateCategory: route("PATCH", "/events/categories/{eventCategoryId}", update, "Change a category", {
    done: "Changed an event category",
  }),
  orderCategories: route("POST", "/events/categories/order", update, "Put the categories in order", {
    done: "Reordered event categories",
  }),
  deleteCategory: route(
    "DELETE",
    "/events/categories/{eventCategoryId}",
    remove,
    "Delete a category that no event uses",
    { done: "Deleted an event category" },
  ),
  createTicketType: route("POST", `${one}/ticket-types`, update, "Add a ticket type", { done: "Added a ticket type" }),
  updateTicketType: route("PATCH", `${one}/ticket-types/{ticketTypeId}`, update, "Change a ticket type", {
    done: "Changed a ticket type",
  }),
  orderTicketTypes: route("POST", `${one}/ticket-types/order`, update, "Put the ticket types of an event in order", {
    done: "Reordered ticket types",
  }),
  deleteTicketType: route(
    "DELETE",
    `${one}/ticket-types/{ticketTypeId}`,
    update,
    "Delete a ticket type that nobody ordered",
    { done: "Deleted a ticket type" },
  ),
};

/** Tickets that were sold. */
const tickets = {
  tickets: route("GET", "/events/tickets", read, "Tickets, newest first"),
  exportTickets: route("POST", "/events/tickets/export", exporting, "Make a link that downloads the tickets", {
    done: "Exported tickets",
    secret: true,
  }),
  holders: route("GET", "/events/ticket-holders", update, "Citizens to whom a ticket can be transferred"),
  ticket: route("GET", ticket, read, "One ticket"),
  ticketPdf: route("POST", `${ticket}/pdf`, exporting, "Make a link that downloads the ticket with its QR code", {
    done: "Downloaded a ticket",
    secret: true,
  }),
  mailTicket: route("POST", `${ticket}/mail`, update, "Mail the ticket to its holder again", {
    done: "Mailed a ticket again",
  }),
  transferTicket: route("PATCH", `${ticket}/holder`, update, "Transfer a ticket to another holder; its code is new", {
    done: "Transferred a ticket",
  }),
  refundTicket: route(
    "POST",
    `${ticket}/refund`,
    update,
    "Refund a ticket's part of the payment; above the limit another admin approves",
    { done: "Refunded a ticket, or requested it", idempotent: true },
  ),
  voidTicket: route("PATCH", `${ticket}/void`, update, "Void a ticket without money back", { done: "Voided a ticket" }),
};

/** At the gate. */
const gate = {
  gate: route("GET", `${one}/check-in`, read, "The event and its counts, for a gate"),
  gateList: route("GET", `${one}/check-in/list`, update, "What a gate keeps to go on without the network", {
    done: "Loaded the tickets of an event onto a device",
  }),
  scan: route("POST", `${one}/check-in/scans`, update, "Check tickets in; what was scanned offline too", {
    done: "Checked tickets in",
  }),
  scanConflicts: route("GET", `${one}/check-in/conflicts`, read, "Who was let in offline and should not have been"),
  checkIn: route("PATCH", `${ticket}/check-in`, update, "Check a ticket in manually", {
    done: "Checked a ticket in manually",
  }),
  undoCheckIn: route("PATCH", `${ticket}/check-in/undo`, approve, "Undo a check-in", { done: "Undid a check-in" }),
};

/** What the citizen app's server does. */
const app = {
  placeOrder: route(
    "POST",
    "/app/events/{eventId}/orders",
    "app",
    "Reserve tickets for 15 minutes; free ones at once",
    { done: "Ordered tickets in the app" },
  ),
  orderForApp: route("GET", "/app/events/{eventId}/orders/{orderId}", "app", "How an order of a citizen stands"),
  payOrder: route(
    "POST",
    "/app/events/{eventId}/orders/{orderId}/payment",
    "app",
    "Pay an order from the wallet, or begin its payment with a payment provider",
    { done: "Paid an order in the app" },
  ),
  cancelOrder: route(
    "POST",
    "/app/events/{eventId}/orders/{orderId}/cancellation",
    "app",
    "Cancel an order that is not paid; its seats are free again",
    { done: "Cancelled an order in the app" },
  ),
  ticketsForApp: route("GET", "/app/tickets", "app", "A citizen's tickets with their codes, newest first"),
};

/** What anyone reads. */
const forAnyone = {
  publicEvents: route("GET", "/public/events", "public", "Live events, those that start next first"),
  publicEvent: route("GET", "/public/events/{eventId}", "public", "One live event with its ticket types"),
};

export const eventRoutes = { ...desk, ...tickets, ...gate, ...app, ...forAnyone };
