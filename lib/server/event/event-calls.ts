import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { createEvent, updateEvent } from "./change-event";
import { duplicateEvent } from "./duplicate-event";
import { readEventCalendar } from "./event-calendar";
import { listEvents } from "./list";
import { readEventOverview } from "./overview";
import { publishEvent } from "./publish-event";
import { removeEvent } from "./remove-event";
import { readEventSalesFigures } from "./sales-figures";
import { readEventDetails } from "./single";

const { event: calls } = api;

/** Handlers of the calls with which organisers manage events. */
export const eventManagementHandlers = {
  overview: calls.overview.handler(({ input, context: { db } }) => readEventOverview(db, input)),
  list: calls.list.handler(({ input, context: { db } }) => listEvents(db, input)),
  export: calls.export.handler(({ input, context }) => createExportLink(context, "events", input)),
  calendar: calls.calendar.handler(({ input, context: { db } }) => readEventCalendar(db, input)),
  create: calls.create.handler(({ input, context }) => createEvent(context, input)),
  single: calls.single.handler(({ input, context: { db } }) => readEventDetails(db, input.eventId)),
  figures: calls.figures.handler(({ input, context: { db } }) => readEventSalesFigures(db, input.eventId)),
  update: calls.update.handler(({ input, context }) => updateEvent(context, input)),
  remove: calls.remove.handler(({ input, context }) => removeEvent(context, input)),
  duplicate: calls.duplicate.handler(({ input, context }) => duplicateEvent(context, input.eventId)),
  goLive: calls.goLive.handler(({ input, context }) => publishEvent(context, input)),
};
