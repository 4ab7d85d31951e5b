import { z } from "zod";
import { declare, id, line, wholeList } from "./common";
import { contentRoutes as routes } from "./content.routes";
import { calendarInput, calendarItem, entryCalls, imageInput, imagesInput, uploadedImage } from "./entries";
import { CONTENT_KINDS, LINK_MAX, TAG_MAX } from "./entries.values";
import {
  byLanguage,
  listForCitizens,
  publicAnnouncement,
  publicArticle,
  publicArticleRow,
  publicSlide,
} from "./entries-public";
import { LGAS } from "./kyc.values";
import { file, fileBody } from "./uploads";

export const content = {
  ...entryCalls(routes, CONTENT_KINDS),
  calendar: declare(routes.calendar, { input: calendarInput, output: wholeList(calendarItem) }),
  upload: declare(routes.upload, { input: fileBody, output: uploadedImage }),
  image: declare(routes.image, { input: imageInput, output: file }),
  images: declare(routes.images, { input: imagesInput, output: wholeList(uploadedImage) }),
  checkLink: declare(routes.checkLink, {
    input: z.strictObject({ link: line(LINK_MAX, 1) }),
    /** `answers` null: it could not be asked, such as a mail address or no way out to the web. */
    output: z.object({ answers: z.boolean().nullable(), message: z.string() }),
  }),
  publicAnnouncements: declare(routes.publicAnnouncements, {
    input: z.strictObject(byLanguage),
    output: listForCitizens(publicAnnouncement),
  }),
  publicSlides: declare(routes.publicSlides, {
    input: z.strictObject(byLanguage),
    output: listForCitizens(publicSlide),
  }),
  publicCulture: declare(routes.publicCulture, {
    input: z.strictObject({
      ...byLanguage,
      lga: z.enum(LGAS).optional(),
      tag: line(TAG_MAX).optional(),
      /** Zero-based pages of 50. */
      page: z.coerce.number<string | number>().int().min(0).max(10_000).default(0),
    }),
    output: listForCitizens(publicArticleRow).extend({ total: z.int() }),
  }),
  publicArticle: declare(routes.publicArticle, {
    input: z.strictObject({ ...byLanguage, entryId: id }),
    output: publicArticle,
  }),
  publicImage: declare(routes.publicImage, {
    input: z.strictObject({
      imageId: id,
      /** Of one of its sizes. */
      width: z.coerce.number<string | number>().int().min(1).max(10_000),
    }),
    output: file,
  }),
  publicPreview: declare(routes.publicPreview, {
    input: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, "This is not a preview link.") }),
    output: file,
  }),
  announcementsForApp: declare(routes.announcementsForApp, {
    input: z.strictObject({ user_id: id, ...byLanguage }),
    output: listForCitizens(publicAnnouncement.extend({ read: z.boolean() })),
  }),
  readAnnouncement: declare(routes.readAnnouncement, {
    input: z.strictObject({ entryId: id, user_id: id }),
    output: z.object({ read: z.literal(true) }),
  }),
};
