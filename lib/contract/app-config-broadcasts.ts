import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import {
  BROADCAST_DESTINATIONS,
  type BROADCAST_FAILURES,
  BROADCAST_LIST,
  BROADCAST_PHASES,
  BROADCAST_STATES,
  BROADCAST_TEXT_MAX,
  BROADCAST_TITLE_MAX,
} from "./app-config.values";
import { pendingApproval } from "./approvals";
import {
  adminRef,
  endpoint,
  id,
  instant,
  instantInput,
  listInput,
  oneLine,
  pageOf,
  personRef,
  text,
  version,
} from "./common";
import { AUDIENCE_GROUPS_MAX } from "./content-entries.values";
import { languageCode, link } from "./content-entries-drafts";
import { LGAS } from "./lgas.values";
import { cleanPastedLink } from "./pasted.values";
import { timelineEntry } from "./system-logs";
import { USER_TIERS } from "./user.values";

/** Recipients: everybody, or people who match at least one of the chosen values. Closed accounts are in no audience. */
const audience = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("everybody") }),
  z.strictObject({
    kind: z.literal("groups"),
    group_ids: z.array(id).min(1, "Choose at least one group.").max(AUDIENCE_GROUPS_MAX),
  }),
  z.strictObject({
    kind: z.literal("lgas"),
    lgas: z.array(z.enum(LGAS)).min(1, "Choose at least one LGA.").max(LGAS.length),
  }),
  z.strictObject({
    kind: z.literal("tiers"),
    tiers: z.array(z.enum(USER_TIERS)).min(1, "Choose at least one tier.").max(USER_TIERS.length),
  }),
  /** Recipients by the language to which their devices are set. */
  z.strictObject({
    kind: z.literal("languages"),
    languages: z.array(languageCode).min(1, "Choose at least one language.").max(30),
  }),
]);
/** Recipients of a notification: everybody, or people who match the chosen values. */
export type BroadcastAudience = z.output<typeof audience>;

/** What a notification opens. `target`: id of the content entry, or the web address; "" for a page of the app. */
const destination = z.strictObject({
  kind: z.enum(BROADCAST_DESTINATIONS, "Choose what it opens."),
  target: oneLine(500, 0, cleanPastedLink),
});
/** Returns true if the target fits the kind: an entry, an optional FAQ question, a web address, or nothing. */
const hasRequiredTarget = ({ kind, target }: z.output<typeof destination>) => {
  if (kind === "link") return target !== "" && link.safeParse(target).success;
  if (kind === "announcement" || kind === "article") return id.safeParse(target).success;
  return target === "" || (kind === "faq" && id.safeParse(target).success);
};
const targetMessage = ({ kind }: z.output<typeof destination>) => {
  if (kind === "link") return "Enter an address that begins with https://.";
  return kind === "announcement" || kind === "article" ? `Choose the ${kind}.` : "Leave this empty.";
};
/** What a notification opens when a citizen taps it: a page of the app, an entry or a web address. */
export type BroadcastDestination = z.output<typeof destination>;

const broadcastFields = {
  title: oneLine(BROADCAST_TITLE_MAX, 1),
  text: text(BROADCAST_TEXT_MAX, 1),
  image_id: id.nullable(),
  destination: destination.superRefine((chosen, { addIssue }) => {
    if (!hasRequiredTarget(chosen)) addIssue({ code: "custom", path: ["target"], message: targetMessage(chosen) });
  }),
  audience,
  /** True if people of the audience without a device get a mail instead. */
  mail_without_device: z.boolean(),
};
/** Input that creates a draft of a notification to citizens. */
export const broadcastCreation = z.strictObject(broadcastFields);
/** Input that changes a draft of a notification to citizens. */
export const broadcastUpdate = z.strictObject({ broadcastId: id, version, ...broadcastFields });

const reachFields = { people: z.int(), devices: z.int(), without_device: z.int() };
const failureCounts = z.object({
  gone: z.int(),
  refused: z.int(),
  unavailable: z.int(),
  unknown: z.int(),
} satisfies Record<(typeof BROADCAST_FAILURES)[number], z.ZodInt>);

const broadcastRow = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  state: z.enum(BROADCAST_STATES),
  audience,
  /** Description of the audience: “Everybody”, “Calabar Municipal, Ikom”. */
  audience_words: z.string(),
  scheduled_for: instant.nullable(),
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** Number of people and devices that receive the notification, counted when sending started; 0 before. */
  ...reachFields,
  /** `sent`: devices for which Firebase accepted the message. `mails`: mails queued. */
  sent: z.int(),
  mails: z.int(),
  failed: failureCounts,
  /** Number of people who opened the notification, as reported by the app. */
  opened: z.int(),
  created_by: adminRef,
  updated_at: instant,
  version,
});
/** A notification to citizens as a row of the list. */
export type BroadcastRow = z.infer<typeof broadcastRow>;

const broadcastSingle = broadcastRow.extend({
  image_id: z.string().nullable(),
  destination,
  mail_without_device: z.boolean(),
  awaiting: pendingApproval.nullable(),
  /** Current phase of sending; null unless the notification is being sent or is paused. */
  phase: z.enum(BROADCAST_PHASES).nullable(),
  /** Why the system paused the notification or turned it back into a draft. */
  note: z.string().nullable(),
  /** Number of processed devices, out of `devices`; shown as a progress bar. */
  done: z.int(),
  /** User groups in the audience, with their names. */
  groups: z.array(personRef),
  timeline: z.array(timelineEntry),
});
/** A notification to citizens as shown on its own page. */
export type BroadcastWithFigures = z.infer<typeof broadcastSingle>;

/** Names of the settings that sending needs and that this server lacks. */
const missingSettings = { missing_settings: z.array(z.string()) };
const broadcastVersion = { broadcastId: id, version };

/** Calls for notifications to citizens, with descriptions and schemas. */
export const broadcastCalls = {
  broadcasts: endpoint(routes.broadcasts, {
    summary: "Notifications to citizens with their state and results",
    input: listInput(BROADCAST_LIST),
    output: pageOf(broadcastRow).extend(missingSettings),
  }),
  broadcast: endpoint(routes.broadcast, {
    summary: "One notification with its progress",
    input: z.strictObject({ broadcastId: id }),
    output: broadcastSingle,
  }),
  createBroadcast: endpoint(routes.createBroadcast, {
    summary: "Create a draft of a notification",
    done: "Drafted a notification",
    input: broadcastCreation,
    output: broadcastSingle,
  }),
  saveBroadcast: endpoint(routes.saveBroadcast, {
    summary: "Change a draft",
    done: "Changed a notification's draft",
    input: broadcastUpdate,
    output: broadcastSingle,
  }),
  deleteBroadcast: endpoint(routes.deleteBroadcast, {
    summary: "Delete a draft",
    done: "Deleted a notification's draft",
    input: z.strictObject(broadcastVersion),
    output: z.object({ id: z.string() }),
  }),
  countAudience: endpoint(routes.countAudience, {
    summary: "Count the people and devices of an audience",
    input: z.strictObject({ audience }),
    output: z.object({
      ...reachFields,
      /** Number of people above which a second admin must approve the sending. */
      approval_above: z.int(),
      ...missingSettings,
    }),
  }),
  testBroadcast: endpoint(routes.testBroadcast, {
    summary: "Send a draft to my own devices",
    done: "Tested a notification",
    input: z.strictObject(broadcastVersion),
    output: z.object({ sent: z.int(), gone: z.int(), message: z.string() }),
  }),
  sendBroadcast: endpoint(routes.sendBroadcast, {
    summary: "Send now or at a time; above an audience size set in the settings, a second admin approves",
    done: "Sent or scheduled a notification",
    input: z.strictObject({
      ...broadcastVersion,
      /** Time to send the notification; null to send it now. */
      at: instantInput.nullable(),
      /** Reason shown to the approver, if an approval is needed. */
      reason: text(400).optional(),
    }),
    output: broadcastSingle,
  }),
  pauseBroadcast: endpoint(routes.pauseBroadcast, {
    summary: "Pause the sending, or resume it",
    done: "Paused or resumed a notification",
    input: z.strictObject({ ...broadcastVersion, paused: z.boolean() }),
    output: broadcastSingle,
  }),
  cancelBroadcast: endpoint(routes.cancelBroadcast, {
    summary: "Cancel the messages that are not sent yet",
    done: "Cancelled a notification",
    input: z.strictObject(broadcastVersion),
    output: broadcastSingle,
  }),
  resendUnknown: endpoint(routes.resendUnknown, {
    summary: "Send again to devices with an unknown result after a crash",
    done: "Sent a notification again to unknown devices",
    input: z.strictObject(broadcastVersion),
    output: broadcastSingle,
  }),
  openBroadcast: endpoint(routes.openBroadcast, {
    summary: "Record that a citizen opened a broadcast",
    done: "Opened a notification in the app",
    input: z.strictObject({ broadcastId: id, user_id: id }),
    output: z.object({ opened: z.literal(true) }),
  }),
};
