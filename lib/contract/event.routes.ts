import { accessPoliciesOf } from "./access";
import { MAX_BODY_BYTES, route } from "./route";

const { read, create, update, remove, approve, exporting } = accessPoliciesOf("Events");

const eventPath = "/events/{eventId}" as const;
const ticketPath = "/events/tickets/{ticketId}" as const;

/** Routes for events, their categories and ticket types. */
const staffRoutes = {
  overview: route("GET", "/events/overview", read, { replica: true }),
  list: route("GET", "/events", read, { replica: true }),
  export: route("POST", "/events/export", exporting, { secret: true }),
  calendar: route("GET", "/events/calendar", read, { replica: true }),
  create: route("POST", "/events", create, { body: MAX_BODY_BYTES }),
  single: route("GET", eventPath, read),
  figures: route("GET", `${eventPath}/figures`, read, { replica: true }),
  update: route("PATCH", eventPath, update, { body: MAX_BODY_BYTES }),
  remove: route("DELETE", eventPath, remove),
  duplicate: route("POST", `${eventPath}/duplicate`, create),
  goLive: route("PATCH", `${eventPath}/live`, update),
  cancellation: route("GET", `${eventPath}/cancellation`, read),
  cancel: route("POST", `${eventPath}/cancellation`, update, { idempotent: true }),
  cancellationSteps: route("GET", `${eventPath}/cancellation/steps`, read),
  retryCancellationStep: route("POST", `${eventPath}/cancellation/steps/{orderId}/retry`, update, { idempotent: true }),
  upload: route("POST", "/events/images", update, { upload: true, timeout: 120_000 }),
  image: route("GET", "/events/images/{imageId}", read, { file: true, timeout: 60_000 }),
  images: route("GET", "/events/images", read),
  categories: route("GET", "/events/categories", read),
  createCategory: route("POST", "/events/categories", create),
  updateCategory: route("PATCH", "/events/categories/{eventCategoryId}", update),
  orderCategories: route("POST", "/events/categories/order", update),
  deleteCategory: route("DELETE", "/events/categories/{eventCategoryId}", remove),
  createTicketType: route("POST", `${eventPath}/ticket-types`, update),
  updateTicketType: route("PATCH", `${eventPath}/ticket-types/{ticketTypeId}`, update),
  orderTicketTypes: route("POST", `${eventPath}/ticket-types/order`, update),
  deleteTicketType: route("DELETE", `${eventPath}/ticket-types/{ticketTypeId}`, update),
};

const ticketRoutes = {
  tickets: route("GET", "/events/tickets", read, { replica: true }),
  exportTickets: route("POST", "/events/tickets/export", exporting, {
    secret: true,
    proof: true,
    personal: ["ticket.name", "ticket.phone", "ticket.email"],
  }),
  holders: route("GET", "/events/ticket-holders", update),
  ticket: route("GET", ticketPath, read),
  ticketPdf: route("POST", `${ticketPath}/pdf`, exporting, {
    secret: true,
    personal: ["ticket.name"],
  }),
  mailTicket: route("POST", `${ticketPath}/mail`, update),
  transferTicket: route("PATCH", `${ticketPath}/holder`, update),
  refundTicket: route("POST", `${ticketPath}/refund`, update, { idempotent: true }),
  voidTicket: route("PATCH", `${ticketPath}/void`, update),
};

const gateRoutes = {
  gate: route("GET", `${eventPath}/check-in`, read),
  gateList: route("GET", `${eventPath}/check-in/list`, update),
  scan: route("POST", `${eventPath}/check-in/scans`, update),
  scanConflicts: route("GET", `${eventPath}/check-in/conflicts`, read),
  checkIn: route("PATCH", `${ticketPath}/check-in`, update),
  undoCheckIn: route("PATCH", `${ticketPath}/check-in/undo`, approve),
};

/** Routes for the citizen app's server. */
const appRoutes = {
  placeOrder: route("POST", "/app/events/{eventId}/orders", "app"),
  orderForApp: route("GET", "/app/events/{eventId}/orders/{orderId}", "app"),
  payOrder: route("POST", "/app/events/{eventId}/orders/{orderId}/payment", "app"),
  cancelOrder: route("POST", "/app/events/{eventId}/orders/{orderId}/cancellation", "app"),
  ticketsForApp: route("GET", "/app/tickets", "app", { replica: true }),
};

const publicRoutes = {
  publicEvents: route("GET", "/public/events", "public"),
  publicEvent: route("GET", "/public/events/{eventId}", "public"),
};

/** Method, path and policy of the calls of the Events module. */
export const eventRoutes = { ...staffRoutes, ...ticketRoutes, ...gateRoutes, ...appRoutes, ...publicRoutes };
