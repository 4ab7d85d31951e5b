/** URLs of the pages of event management. */
export const EVENTS_OVERVIEW_URL = "/dashboard/event-management";
export const EVENTS_URL = "/dashboard/event-management/events";
export const EVENT_CATEGORIES_URL = "/dashboard/event-management/events/categories";
export const TICKETS_URL = "/dashboard/event-management/events/tickets";
export const checkInUrl = (eventId: string) => `${EVENTS_URL}/${eventId}/check-in`;
