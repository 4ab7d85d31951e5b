import "server-only";
import { api, apiWithPreparation } from "@/lib/server/api/pipeline";
import { previewContentEntry } from "@/lib/server/content-entries/preview";
import { imagesByIds } from "@/lib/server/content-entries/read-pictures";
import { imageForEditor } from "@/lib/server/content-entries/serve-image";
import { createPreviewLink } from "@/lib/server/content-entries/share-preview";
import { renderPicture, uploadImage } from "@/lib/server/content-entries/upload-image";
import { createExportLink } from "@/lib/server/exports/link";
import { listLegalAcceptances, readLegalAcceptanceStats } from "./acceptances";
import { deleteFaqSearchMiss, listFaqSearchMisses } from "./faq-searches";

const { appConfig: calls } = api;

/** Handlers of the calls for pictures and previews of content entries, FAQ searches without results, and acceptances of legal texts. */
export const pictureAndAcceptanceHandlers = {
  upload: apiWithPreparation(renderPicture).appConfig.upload.handler(({ context }) =>
    uploadImage(context, context.prepared),
  ),
  image: calls.image.handler(({ input, context: { db } }) => imageForEditor(db, input.imageId, input.width)),
  images: calls.images.handler(({ input, context: { db } }) => imagesByIds(db, input.ids.split(","))),
  previewEntry: calls.previewEntry.handler(({ input, context: { db } }) => previewContentEntry(db, input)),
  shareEntry: calls.shareEntry.handler(({ input, context }) => createPreviewLink(context, input)),
  faqMisses: calls.faqMisses.handler(({ input, context: { db } }) => listFaqSearchMisses(db, input)),
  deleteFaqMiss: calls.deleteFaqMiss.handler(({ input, context }) => deleteFaqSearchMiss(context, input.missId)),
  acceptances: calls.acceptances.handler(({ input, context: { db, admin } }) => listLegalAcceptances(db, input, admin)),
  exportAcceptances: calls.exportAcceptances.handler(({ input, context }) =>
    createExportLink(context, "acceptances", input),
  ),
  acceptanceStats: calls.acceptanceStats.handler(({ input, context: { db } }) =>
    readLegalAcceptanceStats(db, input.kind),
  ),
};
