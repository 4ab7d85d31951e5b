import { needs } from "./access";
import { entryRoutes } from "./entries.routes";
import { route } from "./route";

const feature = "Content Management";
const read = needs(feature, "read");

/** Calls of the dashboard beside those that every kind of entry has. */
const desk = {
  calendar: route("GET", "/content/calendar", read, "What is published, ends or is sent in a month"),
  upload: route("POST", "/content/images", needs(feature, "update"), "Send one JPEG, PNG or WebP, up to 10 MB", {
    done: "Uploaded a picture for content",
    upload: true,
    timeout: 120_000,
  }),
  image: route("GET", "/content/images/{imageId}", read, "A picture of a draft or publication, in one width", {
    file: true,
    timeout: 60_000,
  }),
  images: route("GET", "/content/images", read, "Pictures by their ids: size, weight and a small picture of each"),
  checkLink: route("POST", "/content/links/check", read, "Whether a page answers at an https address", {
    reads: true,
  }),
};

/** Calls of the citizen app's server, and what anyone may read. */
const citizens = {
  publicAnnouncements: route("GET", "/public/announcements", "public", "Announcements for everybody, pinned first"),
  publicSlides: route("GET", "/public/slides", "public", "Slides of the app's first screen, in their order"),
  publicCulture: route("GET", "/public/culture", "public", "Articles on culture, newest first"),
  publicArticle: route("GET", "/public/culture/{entryId}", "public", "One article with its gallery"),
  publicImage: route("GET", "/public/images/{imageId}/{width}", "public", "A picture of what is published", {
    file: true,
  }),
  publicPreview: route("GET", "/public/previews/{token}", "public", "A draft as a page, for an hour", { file: true }),
  announcementsForApp: route("GET", "/app/announcements", "app", "Announcements for everybody and for one citizen"),
  readAnnouncement: route("POST", "/app/announcements/{entryId}/reads", "app", "Note that a citizen has read it", {
    done: "Read an announcement in the app",
  }),
};

export const contentRoutes = { ...entryRoutes("/content", feature, "content"), ...desk, ...citizens };
