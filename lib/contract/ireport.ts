import { z } from "zod";
import { adminRef, endpoint, id, idList, instant, listInput, listOf, noInput, pageOf, text, version } from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { ireportRoutes as routes } from "./ireport.routes";
import {
  IREPORT_BULK_ACTION_MAX,
  IREPORT_LIST,
  IREPORT_LIST_ROWS_MAX,
  IREPORT_MESSAGE_KINDS,
  IREPORT_MESSAGE_MAX,
  IREPORT_NOTE_MAX,
  IREPORT_PHOTOS_MAX,
  IREPORT_PRIORITIES,
  IREPORT_REJECTION_REASONS,
  IREPORT_STATES,
  MAX_REPORTS_PER_PHOTO_REQUEST,
} from "./ireport.values";
import { ireportCitizenCalls } from "./ireport-citizens";
import { ireportFigureCalls } from "./ireport-figures";
import { ireportRow } from "./ireport-row";
import { ireportSetUpCalls } from "./ireport-set-up";
import { LGAS } from "./lgas.values";
import { timelineEntry } from "./system-logs";
import { fileResponse } from "./uploads";

const ireportId = z.strictObject({ ireportId: id });

/** Position of the newest audit row in the hash chain at the time of the response. `ireport.pulse` returns the changes after it. */
const lastChangeId = z.int().min(0);
const authorAndTime = { by: adminRef, at: instant };
const photo = z.object({ id: z.string(), width: z.int(), height: z.int() });
const reportRef = z.object({ id: z.string(), number: z.string(), title: z.string(), state: z.enum(IREPORT_STATES) });

const ireportMessage = z.object({
  id: z.string(),
  kind: z.enum(IREPORT_MESSAGE_KINDS),
  text: z.string(),
  /** Author; null if the citizen wrote the message. */
  by: adminRef.nullable(),
  at: instant,
  photos: z.array(photo),
});

const ireportSingle = ireportRow.extend({
  text: z.string(),
  ward: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Reporter; null for an anonymous report, whose reporter is not stored. */
  reporter: z.object({ id: z.string(), name: z.string(), phone: z.string() }).nullable(),
  pictures: z.array(photo),
  /** Messages to and from the citizen, oldest first. */
  messages: z.array(ireportMessage),
  /** Internal notes, newest first. */
  notes: z.array(z.object({ id: z.string(), text: z.string(), ...authorAndTime })),
  /** State to which the report returns after the citizen's reply. */
  resume_state: z.enum(IREPORT_STATES).nullable(),
  rejection: z.enum(IREPORT_REJECTION_REASONS).nullable(),
  original: reportRef.nullable(),
  duplicates: z.array(reportRef),
  resolved_at: instant.nullable(),
  /** End of the time in which the report can be reopened; null if the report can't be reopened. */
  reopen_until: instant.nullable(),
  rating: z.object({ stars: z.int(), comment: z.string(), at: instant }).nullable(),
  /** Id of the report that `ireport.next` will probably open. */
  upcoming: z.string().nullable(),
  mark: lastChangeId,
  timeline: z.array(timelineEntry),
});
export type IreportDetails = z.infer<typeof ireportSingle>;

const similarIreport = reportRef.extend({
  lga: z.enum(LGAS),
  submitted_at: instant,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Distance between the two reports in kilometres; null if either report has no coordinates. */
  distance: z.number().nullable(),
  /** Similarity of the texts: share of common words, 0 to 1. */
  likeness: z.number(),
  category: z.string(),
  /** True if the report can be the original: it is open or resolved, and not a duplicate itself. */
  can_be_original: z.boolean(),
});
export type SimilarIreport = z.infer<typeof similarIreport>;

const ireportListShape = listInput(IREPORT_LIST);
const ireportListInput = ireportListShape.refine((input) => (input.page + 1) * input.size <= IREPORT_LIST_ROWS_MAX, {
  path: ["page"],
  message: `The list shows the first ${IREPORT_LIST_ROWS_MAX.toLocaleString("en")} reports. Narrow the filters, or export all of them.`,
});

const bulkItems = z
  .array(z.strictObject({ ireportId: id, version }))
  .min(1, "Choose at least one report.")
  .max(IREPORT_BULK_ACTION_MAX, `Choose at most ${IREPORT_BULK_ACTION_MAX} reports.`);
const bulkResults = z.object({
  results: z.array(z.object({ id: z.string(), name: z.string(), done: z.boolean(), message: z.string() })),
});
export const ireportAssignment = z.strictObject({
  reports: bulkItems,
  owner: z.union([z.enum(["me", "nobody"]), id], "Choose who works on these reports."),
});
/** Input that changes the state of several reports. */
export const ireportBulkState = z.strictObject({
  reports: bulkItems,
  state: z.enum(["acknowledged", "in_progress"], "Choose a state."),
});

/** Input that sends a question to the reporter. */
export const ireportQuestion = z.strictObject({ ireportId: id, version, text: text(IREPORT_MESSAGE_MAX, 5) });
export const ireportResolution = z.strictObject({
  ireportId: id,
  version,
  note: text(IREPORT_MESSAGE_MAX, 10),
  /** Ids of photos that this admin uploaded. */
  photos: z
    .array(id)
    .max(IREPORT_PHOTOS_MAX, `Send at most ${IREPORT_PHOTOS_MAX} photos.`)
    .refine((ids) => new Set(ids).size === ids.length, "Send each photo once.")
    .default([]),
});
export const ireportRejection = z.strictObject({
  ireportId: id,
  version,
  reason: z.enum(IREPORT_REJECTION_REASONS, "Choose a reason."),
  message: text(IREPORT_MESSAGE_MAX, 10),
});
export const ireportReopening = z.strictObject({ ireportId: id, version, reason: text(400, 3) });
/** Input with a public update for the reporter. */
export const ireportUpdate = z.strictObject({ ireportId: id, text: text(IREPORT_MESSAGE_MAX, 1) });
export const ireportNote = z.strictObject({ ireportId: id, text: text(IREPORT_NOTE_MAX, 1) });

const reportVersion = { ireportId: id, version };

const assigneesCall = { input: noInput, output: listOf(adminRef) };
const noteReadersCall = { input: z.strictObject({ ireportId: id }), output: listOf(adminRef) };

/** Calls of the iReports module, with descriptions and schemas. */
export const ireportCalls = {
  list: endpoint(routes.list, {
    summary: "Reports from citizens, oldest due first",
    input: ireportListInput,
    output: pageOf(ireportRow).extend({ mark: lastChangeId }),
  }),
  export: endpoint(routes.export, {
    summary: "Make a link that downloads the reports",
    done: "Exported reports",
    input: ireportListShape.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  pulse: endpoint(routes.pulse, {
    summary: "Reports that changed since a given change",
    input: z.strictObject({ since: z.coerce.number<number | string>().int().min(0).max(1e15) }),
    output: z.object({
      mark: lastChangeId,
      /** Ids of reports that changed after `since`; null if there are too many to list. */
      changed: z.array(z.string()).nullable(),
    }),
  }),
  assignees: endpoint(routes.assignees, { summary: "Admins who can work on reports", ...assigneesCall }),
  next: endpoint(routes.next, {
    summary: "Claim the report that is due first among those without an owner",
    done: "Claimed the next report",
    /** `skip`: the currently open report, which must not be claimed again. */
    input: z.strictObject({ skip: id.optional() }),
    output: ireportRow,
  }),
  assign: endpoint(routes.assign, {
    summary: "Assign or unassign reports",
    done: "Assigned a report",
    input: ireportAssignment,
    output: bulkResults,
  }),
  changeStates: endpoint(routes.changeStates, {
    summary: "Acknowledge or start several reports",
    done: "Changed the state of a report with others",
    input: ireportBulkState,
    output: bulkResults,
  }),
  upload: endpoint(routes.upload, {
    summary: "Upload one JPEG, PNG, WebP, HEIC or AVIF, up to 10 MB, for a resolution",
    done: "Uploaded a photo for a resolution",
    input: z.instanceof(File, { error: "Send the file itself as the body." }),
    output: z.object({
      id: z.string(),
      content_type: z.string(),
      size: z.int(),
      width: z.int(),
      height: z.int(),
      expires_at: instant,
    }),
  }),
  single: endpoint(routes.single, { summary: "One report", input: ireportId, output: ireportSingle }),
  similar: endpoint(routes.similar, {
    summary: "Reports that may be about the same thing",
    input: ireportId,
    output: listOf(similarIreport),
  }),
  photo: endpoint(routes.photo, {
    summary: "A photo of a report; each view is logged",
    done: "Viewed a photo of a report",
    input: z.strictObject({ ireportId: id, photoId: id }),
    output: fileResponse,
  }),
  thumbnails: endpoint(routes.thumbnails, {
    summary: "Small pictures of a report's photos; each view is logged",
    done: "Viewed the photos of a report in small",
    input: ireportId,
    output: listOf(z.object({ id: z.string(), image: z.string() })),
  }),
  listThumbnails: endpoint(routes.listThumbnails, {
    summary: "Small pictures of the first photos of several reports; each view is logged, with the reports",
    done: "Viewed the photos of reports in a list",
    input: z.strictObject({ ids: idList(MAX_REPORTS_PER_PHOTO_REQUEST).min(1, "Name at least one report.") }),
    output: listOf(z.object({ report_id: z.string(), image: z.string() })),
  }),
  claim: endpoint(routes.claim, {
    summary: "Claim a report without an owner",
    done: "Claimed a report",
    input: ireportId,
    output: ireportSingle,
  }),
  release: endpoint(routes.release, {
    summary: "Release my own report",
    done: "Released a report",
    input: ireportId,
    output: ireportSingle,
  }),
  changeState: endpoint(routes.changeState, {
    summary: "Acknowledge, start, or resume without a reply",
    done: "Changed the state of a report",
    input: z.strictObject({
      ...reportVersion,
      /** `resume`: return from waiting for the citizen to the previous state. */
      state: z.enum(["acknowledged", "in_progress", "resume"], "Choose a state."),
    }),
    output: ireportSingle,
  }),
  ask: endpoint(routes.ask, {
    summary: "Ask the citizen; both clocks pause",
    done: "Asked a citizen about a report",
    input: ireportQuestion,
    output: ireportSingle,
  }),
  resolve: endpoint(routes.resolve, {
    summary: "Resolve a report with a note to the citizen",
    done: "Resolved a report",
    input: ireportResolution,
    output: ireportSingle,
  }),
  reject: endpoint(routes.reject, {
    summary: "Reject a report with a reason",
    done: "Rejected a report",
    input: ireportRejection,
    output: ireportSingle,
  }),
  markDuplicate: endpoint(routes.markDuplicate, {
    summary: "Mark a report as a duplicate of another",
    done: "Marked a report as a duplicate",
    input: z.strictObject({ ...reportVersion, original_id: id }),
    output: ireportSingle,
  }),
  reopen: endpoint(routes.reopen, {
    summary: "Reopen a report that was resolved",
    done: "Reopened a resolved report",
    input: ireportReopening,
    output: ireportSingle,
  }),
  prioritise: endpoint(routes.prioritise, {
    summary: "Change the priority of a report",
    done: "Changed the priority of a report",
    input: z.strictObject({ ...reportVersion, priority: z.enum(IREPORT_PRIORITIES, "Choose a priority.") }),
    output: ireportSingle,
  }),
  recategorise: endpoint(routes.recategorise, {
    summary: "Move a report to another category",
    done: "Changed the category of a report",
    input: z.strictObject({ ...reportVersion, category_id: id }),
    output: ireportSingle,
  }),
  inform: endpoint(routes.inform, {
    summary: "Send the citizen a public update",
    done: "Sent a public update on a report",
    input: ireportUpdate,
    output: ireportSingle,
  }),
  note: endpoint(routes.note, {
    summary: "Add an internal note; no citizen ever sees it",
    done: "Added an internal note to a report",
    input: ireportNote,
    output: ireportSingle,
  }),
  noteReaders: endpoint(routes.noteReaders, { summary: "Admins who can be mentioned in notes", ...noteReadersCall }),
  ...ireportFigureCalls,
  ...ireportSetUpCalls,
  ...ireportCitizenCalls,
};
