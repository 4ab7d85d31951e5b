import "server-only";
import { api, apiWithPreparation } from "@/lib/server/api/pipeline";
import { imagesByIds } from "@/lib/server/content-entries/read-pictures";
import { imageForEditor } from "@/lib/server/content-entries/serve-image";
import { renderPicture, uploadImage } from "@/lib/server/content-entries/upload-image";
import { fullList } from "@/lib/server/lists/list";
import { createCategory, deleteCategory, saveCategoryOrder, updateCategory } from "./change-category";
import { createTicketType, deleteTicketType, saveTicketTypeOrder, updateTicketType } from "./change-ticket-type";
import { listCategories } from "./list-categories";
import { publicEvent, publicEvents } from "./public-events";

const { event: calls } = api;

/** Handlers of the calls for event categories, ticket types and pictures, and of the public calls for events. */
export const eventSetUpCalls = {
  categories: calls.categories.handler(({ context: { db } }) => fullList(listCategories(db))),
  createCategory: calls.createCategory.handler(({ input, context }) => createCategory(context, input)),
  updateCategory: calls.updateCategory.handler(({ input, context }) => updateCategory(context, input)),
  orderCategories: calls.orderCategories.handler(({ input, context }) =>
    fullList(saveCategoryOrder(context, input.ids)),
  ),
  deleteCategory: calls.deleteCategory.handler(({ input, context }) => deleteCategory(context, input)),
  createTicketType: calls.createTicketType.handler(({ input, context }) => createTicketType(context, input)),
  updateTicketType: calls.updateTicketType.handler(({ input, context }) => updateTicketType(context, input)),
  orderTicketTypes: calls.orderTicketTypes.handler(({ input, context }) =>
    fullList(saveTicketTypeOrder(context, input)),
  ),
  deleteTicketType: calls.deleteTicketType.handler(({ input, context }) => deleteTicketType(context, input)),
  upload: apiWithPreparation(renderPicture).event.upload.handler(({ context }) =>
    uploadImage(context, context.prepared),
  ),
  image: calls.image.handler(({ input, context: { db } }) => imageForEditor(db, input.imageId, input.width)),
  images: calls.images.handler(({ input, context: { db } }) => imagesByIds(db, input.ids.split(","))),
  publicEvents: calls.publicEvents.handler(({ input, context: { db } }) => publicEvents(db, input)),
  publicEvent: calls.publicEvent.handler(({ input, context: { db } }) => publicEvent(db, input.eventId)),
};
