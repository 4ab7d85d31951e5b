import "server-only";
import { api, apiWithPreparation } from "@/lib/server/api/pipeline";
import { checkLink } from "@/lib/server/entries/check-link";
import { calendarOf } from "@/lib/server/entries/entry-calendar";
import { previewEntry } from "@/lib/server/entries/preview";
import { imagesNamed } from "@/lib/server/entries/read-pictures";
import { imageForDesk } from "@/lib/server/entries/serve-image";
import { shareEntry } from "@/lib/server/entries/share-preview";
import { drawPicture, uploadImage } from "@/lib/server/entries/upload-image";

const { content: calls } = api;

/** Calendar, pictures, previews and links. */
export const deskCalls = {
  calendar: calls.calendar.handler(({ input, context: { db, admin } }) => calendarOf(db, admin, input)),
  upload: apiWithPreparation(drawPicture).content.upload.handler(({ context }) =>
    uploadImage(context, context.prepared),
  ),
  image: calls.image.handler(({ input, context: { db } }) => imageForDesk(db, input.imageId, input.width)),
  images: calls.images.handler(({ input, context: { db } }) => imagesNamed(db, input.ids.split(","))),
  checkLink: calls.checkLink.handler(({ input }) => checkLink(input.link)),
  previewEntry: calls.previewEntry.handler(({ input, context: { db } }) => previewEntry(db, input)),
  shareEntry: calls.shareEntry.handler(({ input, context }) => shareEntry(context, input)),
};
