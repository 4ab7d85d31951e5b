import { accessPoliciesOf } from "./access";
import { contentEntryRoutes } from "./content-entries.routes";
import { route } from "./route";

const feature = "Content Management";
const { read, update } = accessPoliciesOf(feature);

/** Routes for the dashboard, in addition to `contentEntryRoutes`, which every kind of content entry has. */
const staffRoutes = {
  calendar: route("GET", "/content/calendar", read, { replica: true }),
  upload: route("POST", "/content/images", update, { upload: true, timeout: 120_000 }),
  image: route("GET", "/content/images/{imageId}", read, { file: true, timeout: 60_000 }),
  images: route("GET", "/content/images", read),
  checkLink: route("POST", "/content/links/check", read, { reads: true }),
};

/** Routes for the citizen app's server, and public routes. */
const citizenRoutes = {
  publicAnnouncements: route("GET", "/public/announcements", "public"),
  publicSlides: route("GET", "/public/slides", "public"),
  publicCulture: route("GET", "/public/culture", "public"),
  publicArticle: route("GET", "/public/culture/{entryId}", "public"),
  publicImage: route("GET", "/public/images/{imageId}/{width}", "public", { file: true }),
  publicPreview: route("GET", "/public/previews/{token}", "public", { file: true }),
  announcementsForApp: route("GET", "/app/announcements", "app"),
  readAnnouncement: route("POST", "/app/announcements/{entryId}/reads", "app"),
};

/** Method, path and policy of the calls of the Content module. */
export const contentRoutes = { ...contentEntryRoutes("/content", feature), ...staffRoutes, ...citizenRoutes };
