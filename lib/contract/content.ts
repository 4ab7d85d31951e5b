import { z } from "zod";
import { endpoint, id, listOf, oneLine } from "./common";
import { contentRoutes as routes } from "./content.routes";
import {
  declareContentEntryCalls,
  pictureCalls,
  publicationCalendarInput,
  publicationCalendarItem,
} from "./content-entries";
import { CONTENT_MODULE_KINDS, LINK_LENGTH_MAX, TAG_LENGTH_MAX } from "./content-entries.values";
import {
  languageInput,
  publicAnnouncement,
  publicArticle,
  publicArticleRow,
  publicListOf,
  publicSlide,
} from "./content-entries-public";
import { LGAS } from "./lgas.values";
import { cleanPastedLink } from "./pasted.values";
import { CONTENT_NOUN } from "./record-kinds";
import { fileResponse } from "./uploads";

/** Calls of the Content module, with descriptions and schemas. */
export const contentCalls = {
  ...declareContentEntryCalls(routes, CONTENT_MODULE_KINDS, CONTENT_NOUN),
  calendar: endpoint(routes.calendar, {
    summary: "Publications, expiries and broadcasts of one month",
    input: publicationCalendarInput,
    output: listOf(publicationCalendarItem),
  }),
  ...pictureCalls(routes, "content"),
  checkLink: endpoint(routes.checkLink, {
    summary: "Check whether an https address responds",
    input: z.strictObject({ link: oneLine(LINK_LENGTH_MAX, 1, cleanPastedLink) }),
    /** `answers`: true if the linked page responds; null if it can't be checked (a mail link, or no internet connection). */
    output: z.object({ answers: z.boolean().nullable(), message: z.string() }),
  }),
  publicAnnouncements: endpoint(routes.publicAnnouncements, {
    summary: "Announcements for everybody, pinned first",
    input: z.strictObject(languageInput),
    output: publicListOf(publicAnnouncement),
  }),
  publicSlides: endpoint(routes.publicSlides, {
    summary: "Slides of the app's home screen, in their order",
    input: z.strictObject(languageInput),
    output: publicListOf(publicSlide),
  }),
  publicCulture: endpoint(routes.publicCulture, {
    summary: "Articles on culture, newest first",
    input: z.strictObject({
      ...languageInput,
      lga: z.enum(LGAS).optional(),
      tag: oneLine(TAG_LENGTH_MAX).optional(),
      /** Page number, from 0, with 50 articles per page. */
      page: z.coerce.number<string | number>().int().min(0).max(10_000).default(0),
    }),
    output: publicListOf(publicArticleRow).extend({ total: z.int() }),
  }),
  publicArticle: endpoint(routes.publicArticle, {
    summary: "One culture article with its gallery",
    input: z.strictObject({ ...languageInput, entryId: id }),
    output: publicArticle,
  }),
  publicImage: endpoint(routes.publicImage, {
    summary: "A picture of published content",
    input: z.strictObject({
      imageId: id,
      /** Width in pixels of the generated size to return of the image. */
      width: z.coerce.number<string | number>().int().min(1).max(10_000),
    }),
    output: fileResponse,
  }),
  publicPreview: endpoint(routes.publicPreview, {
    summary: "Preview page of a draft, valid for an hour",
    input: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, "This is not a preview link.") }),
    output: fileResponse,
  }),
  announcementsForApp: endpoint(routes.announcementsForApp, {
    summary: "Announcements for everybody and for one citizen",
    input: z.strictObject({ user_id: id, ...languageInput }),
    output: publicListOf(publicAnnouncement.extend({ read: z.boolean() })),
  }),
  readAnnouncement: endpoint(routes.readAnnouncement, {
    summary: "Record that a citizen has read an announcement",
    done: "Read an announcement in the app",
    input: z.strictObject({ entryId: id, user_id: id }),
    output: z.object({ read: z.literal(true) }),
  }),
};
