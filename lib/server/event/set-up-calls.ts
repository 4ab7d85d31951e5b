import "server-only";
import { api, apiWithPreparation } from "@/lib/server/api/pipeline";
import { imagesByIds } from "@/lib/server/content-entries/read-pictures";
import { imageForEditor } from "@/lib/server/content-entries/serve-image";
import { renderPicture, uploadImage } from "@/lib/server/content-entries/upload-image";
import { toUnpagedList } from "@/lib/server/lists/list";
import {
  createEventCategory,
  deleteEventCategory,
  saveEventCategoryOrder,
  updateEventCategory,
} from "./change-category";
import { createTicketType, deleteTicketType, saveTicketTypeOrder, updateTicketType } from "./change-ticket-type";
import { listEventCategories } from "./list-categories";
import { listPublicEvents, readPublicEvent } from "./public-events";

const { event: calls } = api;

/** Handlers of the calls for event categories, ticket types and pictures, and of the public calls for events. */
export const eventSetUpHandlers = {
  categories: calls.categories.handler(({ context: { db } }) => toUnpagedList(listEventCategories(db))),
  createCategory: calls.createCategory.handler(({ input, context }) => createEventCategory(context, input)),
  updateCategory: calls.updateCategory.handler(({ input, context }) => updateEventCategory(context, input)),
  orderCategories: calls.orderCategories.handler(({ input, context }) =>
    toUnpagedList(saveEventCategoryOrder(context, input.ids)),
  ),
  deleteCategory: calls.deleteCategory.handler(({ input, context }) => deleteEventCategory(context, input)),
  createTicketType: calls.createTicketType.handler(({ input, context }) => createTicketType(context, input)),
  updateTicketType: calls.updateTicketType.handler(({ input, context }) => updateTicketType(context, input)),
  orderTicketTypes: calls.orderTicketTypes.handler(({ input, context }) =>
    toUnpagedList(saveTicketTypeOrder(context, input)),
  ),
  deleteTicketType: calls.deleteTicketType.handler(({ input, context }) => deleteTicketType(context, input)),
  upload: apiWithPreparation(renderPicture).event.upload.handler(({ context }) =>
    uploadImage(context, context.prepared),
  ),
  image: calls.image.handler(({ input, context: { db } }) => imageForEditor(db, input.imageId, input.width)),
  images: calls.images.handler(({ input, context: { db } }) => imagesByIds(db, input.ids.split(","))),
  publicEvents: calls.publicEvents.handler(({ input, context: { db } }) => listPublicEvents(db, input)),
  publicEvent: calls.publicEvent.handler(({ input, context: { db } }) => readPublicEvent(db, input.eventId)),
};
