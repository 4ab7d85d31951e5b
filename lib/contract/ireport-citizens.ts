import { z } from "zod";
import { endpoint, id, instant, listOf, noInput, oneLine, requiredText, text } from "./common";
import { ireportRoutes as routes } from "./ireport.routes";
import {
  IREPORT_ICONS,
  IREPORT_MESSAGE_KINDS,
  IREPORT_MESSAGE_MAX,
  IREPORT_PHOTOS_MAX,
  IREPORT_STATES,
  IREPORT_TEXT_MAX,
  IREPORT_TITLE_MAX,
  IREPORT_WARD_NAME_MAX,
} from "./ireport.values";
import { LGAS } from "./lgas.values";

/** Code of an anonymous report: 16 characters in groups of four, as returned when the report was filed. */
const code = requiredText("This is not a report code.").regex(
  /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/i,
  "This is not a report code.",
);
const photos = z
  .array(id)
  .max(IREPORT_PHOTOS_MAX, `A report has at most ${IREPORT_PHOTOS_MAX} photos. Send the best ones.`)
  .refine((ids) => new Set(ids).size === ids.length, "Send each photo once.")
  .default([]);
const latitude = z.number("Use a latitude such as 4.9757.").min(-90).max(90);
const longitude = z.number("Use a longitude such as 8.3417.").min(-180).max(180);

/** Input of a new report. `anonymous: true` drops any `user_id`. The location is an LGA, a point, or both. */
export const ireportFiling = z
  .strictObject({
    user_id: id.optional(),
    anonymous: z.boolean().default(false),
    category_id: id,
    title: oneLine(IREPORT_TITLE_MAX, 5),
    text: text(IREPORT_TEXT_MAX, 10),
    lga: z.enum(LGAS).optional(),
    ward: oneLine(IREPORT_WARD_NAME_MAX).default(""),
    lat: latitude.optional(),
    lng: longitude.optional(),
    photos,
  })
  .superRefine((input, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (!input.anonymous && !input.user_id) addIssue("user_id", "Send the user_id of the citizen, or anonymous: true.");
    if ((input.lat === undefined) !== (input.lng === undefined)) addIssue("lat", "Send lat and lng together.");
    if (input.lat === undefined && !input.lga) addIssue("lga", "Send the place: an LGA, a point, or both.");
  });

/** The reporter: the citizen who filed the report, or the code of an anonymous report. */
const reporterFields = { user_id: id.optional(), code: code.optional() };
const ONE_IDENTITY_ISSUE = {
  path: ["user_id"],
  message: "Send either the user_id of the citizen or the code of an anonymous report.",
};
const hasOneIdentity = (input: { user_id?: string; code?: string }) =>
  (input.user_id === undefined) !== (input.code === undefined);

const categoryForCitizens = z.object({
  id: z.string(),
  name: z.string(),
  parent_id: z.string().nullable(),
  icon: z.enum(IREPORT_ICONS),
  /** Target time in hours for closing a report of this category. */
  target_hours: z.int(),
});

/** A report as its reporter sees it: the state and public messages, never notes, owners or other reports. */
const followedReport = z.object({
  id: z.string(),
  number: z.string(),
  category: z.string(),
  title: z.string(),
  text: z.string(),
  lga: z.enum(LGAS),
  ward: z.string(),
  state: z.enum(IREPORT_STATES),
  submitted_at: instant,
  due_at: instant,
  photos: z.int(),
  /** Messages, oldest first. A duplicate also lists the messages to the original's reporter. */
  messages: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(IREPORT_MESSAGE_KINDS),
      from: z.enum(["desk", "citizen"]),
      text: z.string(),
      at: instant,
      photos: z.int(),
    }),
  ),
  may_answer: z.boolean(),
  may_rate: z.boolean(),
  /** End of the time in which a resolved report can be reopened; null if the report can't be reopened. */
  may_reopen_until: instant.nullable(),
  rating: z.int().nullable(),
});
/** A report as its reporter sees it. */
export type FollowedIreport = z.infer<typeof followedReport>;

/** Calls with which citizens file and follow reports, with descriptions and schemas. */
export const ireportCitizenCalls = {
  publicCategories: endpoint(routes.publicCategories, {
    summary: "Categories for reports by everyone",
    input: noInput,
    output: listOf(categoryForCitizens),
  }),
  categoriesForApp: endpoint(routes.categoriesForApp, {
    summary: "Categories for reports, including private ones",
    input: noInput,
    output: listOf(categoryForCitizens.extend({ private: z.boolean() })),
  }),
  file: endpoint(routes.file, {
    summary: "File a report of a citizen, or an anonymous one",
    done: "Filed a report",
    input: ireportFiling,
    output: z.object({
      id: z.string(),
      number: z.string(),
      state: z.enum(IREPORT_STATES),
      due_at: instant,
      /** Code with which the reporter follows an anonymous report. The server does not store the code, so the app has to. */
      code: z.string().nullable(),
    }),
  }),
  filed: endpoint(routes.filed, {
    summary: "The reports of a citizen",
    input: z.strictObject({ user_id: id }),
    /** The citizen's reports, newest first, at most 100. */
    output: listOf(
      followedReport.pick({
        id: true,
        number: true,
        category: true,
        title: true,
        state: true,
        submitted_at: true,
        due_at: true,
      }),
    ),
  }),
  follow: endpoint(routes.follow, {
    summary: "One report: by its citizen, or by the code of an anonymous one",
    /** Identifies the report: either the `code`, or the `user_id` with the `ireport_id`. */
    input: z
      .strictObject({ ...reporterFields, ireport_id: id.optional() })
      .refine(hasOneIdentity, ONE_IDENTITY_ISSUE)
      .refine((input) => input.code !== undefined || input.ireport_id !== undefined, {
        path: ["ireport_id"],
        message: "Send the id of the report.",
      }),
    output: followedReport,
  }),
  answer: endpoint(routes.answer, {
    summary: "Reply to an officer's question about a report",
    done: "Answered a question about a report",
    input: z
      .strictObject({ ireportId: id, ...reporterFields, text: text(IREPORT_MESSAGE_MAX, 1), photos })
      .refine(hasOneIdentity, ONE_IDENTITY_ISSUE),
    output: followedReport,
  }),
  rate: endpoint(routes.rate, {
    summary: "Rate the resolution of a report",
    done: "Rated the resolution of a report",
    input: z
      .strictObject({
        ireportId: id,
        ...reporterFields,
        stars: z.int("Use 1 to 5 stars.").min(1, "Use 1 to 5 stars.").max(5, "Use 1 to 5 stars."),
        comment: text(IREPORT_MESSAGE_MAX).default(""),
      })
      .refine(hasOneIdentity, ONE_IDENTITY_ISSUE),
    output: followedReport,
  }),
  reopenAsCitizen: endpoint(routes.reopenAsCitizen, {
    summary: "Reopen a report within 14 days of its resolution",
    done: "Reopened a report",
    input: z
      .strictObject({ ireportId: id, ...reporterFields, reason: text(IREPORT_MESSAGE_MAX, 5) })
      .refine(hasOneIdentity, ONE_IDENTITY_ISSUE),
    output: followedReport,
  }),
};
