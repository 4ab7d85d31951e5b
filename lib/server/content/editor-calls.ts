import "server-only";
import { api, apiWithPreparation } from "@/lib/server/api/pipeline";
import { checkLink } from "@/lib/server/content-entries/check-link";
import { previewContentEntry } from "@/lib/server/content-entries/preview";
import { listPublicationCalendar } from "@/lib/server/content-entries/publication-calendar";
import { imagesByIds } from "@/lib/server/content-entries/read-pictures";
import { imageForEditor } from "@/lib/server/content-entries/serve-image";
import { createPreviewLink } from "@/lib/server/content-entries/share-preview";
import { renderPicture, uploadImage } from "@/lib/server/content-entries/upload-image";

const { content: calls } = api;

/** Handlers of the calls with which editors use the publication calendar, pictures, draft previews and link checks. */
export const editorHandlers = {
  calendar: calls.calendar.handler(({ input, context: { db, admin } }) => listPublicationCalendar(db, admin, input)),
  upload: apiWithPreparation(renderPicture).content.upload.handler(({ context }) =>
    uploadImage(context, context.prepared),
  ),
  image: calls.image.handler(({ input, context: { db } }) => imageForEditor(db, input.imageId, input.width)),
  images: calls.images.handler(({ input, context: { db } }) => imagesByIds(db, input.ids.split(","))),
  checkLink: calls.checkLink.handler(({ input }) => checkLink(input.link)),
  previewEntry: calls.previewEntry.handler(({ input, context: { db } }) => previewContentEntry(db, input)),
  shareEntry: calls.shareEntry.handler(({ input, context }) => createPreviewLink(context, input)),
};
