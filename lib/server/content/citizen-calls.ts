import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { listAnnouncementsForCitizen, markAnnouncementRead } from "@/lib/server/content-entries/announcements-for-app";
import { publicArticle, publicArticles, publicList } from "@/lib/server/content-entries/public-lists";
import { publicImage } from "@/lib/server/content-entries/serve-image";
import { publicPreview } from "@/lib/server/content-entries/share-preview";

const { content: calls } = api;

/** Handlers of the content calls that the citizen app's server and the public make. */
export const contentCitizenHandlers = {
  publicAnnouncements: calls.publicAnnouncements.handler(({ input, context: { db } }) =>
    publicList(db, "announcements", input.language),
  ),
  publicSlides: calls.publicSlides.handler(({ input, context: { db } }) => publicList(db, "slides", input.language)),
  publicCulture: calls.publicCulture.handler(({ input, context: { db } }) => publicArticles(db, input)),
  publicArticle: calls.publicArticle.handler(({ input, context: { db } }) => publicArticle(db, input)),
  publicImage: calls.publicImage.handler(({ input, context }) => publicImage(context.db, input, context.isKnown)),
  publicPreview: calls.publicPreview.handler(({ input, context: { db } }) => publicPreview(db, input.token)),
  announcementsForApp: calls.announcementsForApp.handler(({ input, context }) =>
    listAnnouncementsForCitizen(context, input),
  ),
  readAnnouncement: calls.readAnnouncement.handler(({ input, context }) => markAnnouncementRead(context, input)),
};
