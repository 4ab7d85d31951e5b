import { z } from "zod";
import { DEVICE_PLATFORMS } from "./citizen.values";
import {
  adminRef,
  day,
  endpoint,
  id,
  instant,
  listInput,
  listOf,
  noInput,
  oneLine,
  pageOf,
  peoplePageOf,
  requiredText,
  text,
  version,
} from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { KYC_STATES } from "./kyc.values";
import { ACCOUNT_STATEMENT_LIST, LEDGER_ENTRY_KINDS } from "./ledger.values";
import { LGAS } from "./lgas.values";
import { withoutSeparators } from "./pasted.values";
import { emailOrNone, personFields } from "./person";
import { timelineEntry } from "./system-logs";
import { userCallsFromApp, walletLimits } from "./user.app";
import { userRoutes as routes } from "./user.routes";
import {
  MAX_SIMILAR_USERS,
  RESTRICTION_LEGAL_BASES,
  SIMILAR_USER_REASONS,
  USER_LIST,
  USER_NOTE_MAX,
  USER_REASON_MAX,
  USER_STATUSES,
  USER_TIERS,
  WALLET_RESTRICTIONS,
} from "./user.values";
import { userDataCalls } from "./user-data";
import { userGroupCalls } from "./user-groups";
import { retentionCalls } from "./user-retention";

const userId = z.strictObject({ userId: id });

const userRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Email address; null if none is on record. */
  email: z.string().nullable(),
  phone: z.string(),
  tier: z.int(),
  lga: z.enum(LGAS),
  /** Status of the user. An expired restriction counts as lifted. */
  status: z.enum(USER_STATUSES),
  /** Balance of the wallet in kobo. */
  balance: z.int(),
  last_seen_at: instant.nullable(),
  joined_at: instant,
  version,
});
/** A user as a row of the list. */
export type UserRow = z.infer<typeof userRow>;

const userSingle = userRow.extend({
  ...walletLimits,
  /** Kobo of the balance reserved for pending withdrawals. */
  reserved: z.int(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  date_of_birth: day,
  gender: z.enum(["female", "male"]),
  address: z.string(),
  /** Language of the citizen's app. */
  language: z.string(),
  /** Time at which the citizen proved ownership of the phone number; null if not proven yet. */
  phone_verified_at: instant.nullable(),
  /** App that opened the account, with the app's own id of the citizen; null if no app opened it. */
  opened_by: z.object({ app: z.string(), external_id: z.string() }).nullable(),
  restriction: z
    .object({
      kind: z.enum(WALLET_RESTRICTIONS),
      legal_basis: z.enum(RESTRICTION_LEGAL_BASES),
      /** End of the restriction; null if the restriction has no end. */
      until: instant.nullable(),
    })
    .nullable(),
  /** Reason for the current status; null if the status never changed. */
  status_reason: z.string().nullable(),
  /** Text for the citizen about the account's status, shown in the app; null if none was written. */
  status_message: z.string().nullable(),
  status_changed_at: instant.nullable(),
  /** Sessions of the app created before this time are invalid. */
  sessions_reset_at: instant.nullable(),
  /** Sentences that explain why the account can't be closed now. */
  close_obstacles: z.array(z.string()),
});
/** A user as shown on their own page. */
export type UserDetails = z.infer<typeof userSingle>;

const userListInput = listInput(USER_LIST);

const statementRow = z.object({
  /** Sequence number of the posting within its wallet. */
  id: z.string(),
  posted_at: instant,
  kind: z.enum(LEDGER_ENTRY_KINDS),
  description: z.string(),
  /** The record that caused the posting. The id of a `transaction` is null for admins who may not read transactions. */
  source: z.object({ type: z.string(), id: z.string().nullable() }),
  /** Amount in kobo; negative for an outflow. */
  amount: z.int(),
  balance_after: z.int(),
});
/** A posting of a user's wallet. */
export type UserStatementRow = z.infer<typeof statementRow>;

const note = z.object({ id: z.string(), by: adminRef, at: instant, text: z.string() });
export type UserNote = z.infer<typeof note>;

const device = z.object({
  id: z.string(),
  /** Name of the device, as reported by the app; null if the app reported no name. */
  name: z.string().nullable(),
  platform: z.enum(DEVICE_PLATFORMS),
  first_seen_at: instant,
  last_seen_at: instant,
});
export type UserDevice = z.infer<typeof device>;

/** Input for an account that an admin opens at the counter. */
export const newUser = z.strictObject({
  ...personFields,
  email: emailOrNone.default(null),
  address: oneLine(200).default(""),
  /** Number of the NIN, BVN or other document. Compared with identity requests, but not stored. */
  identity_number: requiredText("Enter the number.", withoutSeparators)
    .max(40, "This number is too long.")
    .toUpperCase()
    .default(""),
  /** Ids of similar accounts that the admin compared and found to belong to other people. */
  not_same_as: z.array(id).max(MAX_SIMILAR_USERS).default([]),
});

const similarUser = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  date_of_birth: day,
  tier: z.int(),
  status: z.enum(USER_STATUSES),
  reason: z.enum(SIMILAR_USER_REASONS),
});
/** Item of `current` in the 409 response of `create`. Accounts with the same phone number come first. */
export type SimilarUser = z.infer<typeof similarUser>;

const reason = text(USER_REASON_MAX, 5);
/** Input of every change of an account's state: the version it is based on, and the reason. */
export const userChange = z.strictObject({ userId: id, version, reason });
/** A change that the citizen app shows, with a text for the citizen. */
export const userStatusChange = userChange.extend({ message: text(USER_REASON_MAX).default("") });
/** Input that restricts a user's wallet. */
export const userRestriction = userStatusChange.extend({
  restriction: z.enum(WALLET_RESTRICTIONS, "Choose what the wallet may not do."),
  legal_basis: z.enum(RESTRICTION_LEGAL_BASES, "Choose the legal basis."),
  /** Last Lagos day of the restriction. Left out: until an admin lifts the restriction. */
  last_day: z.union([day, z.literal("")]).optional(),
});
/** Input that adds an internal note about a user. */
export const userNote = z.strictObject({ userId: id, text: text(USER_NOTE_MAX, 2) });

const userChangeCall = { input: userChange, output: userSingle };

/** Calls of User Management, with descriptions and schemas. */
export const userCalls = {
  stats: endpoint(routes.stats, {
    summary: "Number of users, and the newest ones",
    input: noInput,
    output: z.object({
      total: z.int(),
      new_30_days: z.int(),
      previous_30_days: z.int(),
      statuses: z.array(z.object({ status: z.enum(USER_STATUSES), users: z.int() })),
      tiers: z.array(z.object({ tier: z.enum(USER_TIERS), users: z.int() })),
      /** LGAs, those with most users first. */
      lgas: z.array(z.object({ lga: z.enum(LGAS), users: z.int() })),
      newest: z.array(userRow),
    }),
  }),
  list: endpoint(routes.list, { summary: "Users, newest first", input: userListInput, output: peoplePageOf(userRow) }),
  create: endpoint(routes.create, {
    summary: "Open a user's account at the desk; similar accounts cause a 409 until they are compared",
    done: "Opened a user's account",
    input: newUser,
    output: userSingle,
  }),
  export: endpoint(routes.export, {
    summary: "Make a link that downloads the users",
    done: "Exported users",
    input: userListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  single: endpoint(routes.single, { summary: "One user", input: userId, output: userSingle }),
  statement: endpoint(routes.statement, {
    summary: "Postings of a user's wallet, newest first",
    input: listInput(ACCOUNT_STATEMENT_LIST).extend({ userId: id }),
    output: pageOf(statementRow),
  }),
  kyc: endpoint(routes.kyc, {
    summary: "A user's identity requests",
    input: userId,
    /** The user's identity requests, newest first. */
    output: listOf(
      z.object({
        id: z.string(),
        reference: z.string(),
        tier: z.int(),
        state: z.enum(KYC_STATES),
        submitted_at: instant,
        decided_at: instant.nullable(),
      }),
    ),
  }),
  activity: endpoint(routes.activity, {
    summary: "History of a user's account",
    input: userId,
    output: listOf(timelineEntry),
  }),
  devices: endpoint(routes.devices, {
    summary: "A user's devices, as reported by the citizen app",
    input: userId,
    /** The user's devices, most recently seen first. */
    output: listOf(device),
  }),
  notes: endpoint(routes.notes, { summary: "Internal notes about a user", input: userId, output: listOf(note) }),
  addNote: endpoint(routes.addNote, {
    summary: "Add an internal note about a user",
    done: "Added a note about a user",
    input: userNote,
    output: note,
  }),
  noteReaders: endpoint(routes.noteReaders, {
    summary: "Admins who can be mentioned in notes, because they may read users",
    input: noInput,
    output: listOf(adminRef),
  }),
  restrict: endpoint(routes.restrict, {
    summary: "Restrict a user's wallet",
    done: "Restricted a user's wallet",
    input: userRestriction,
    output: userSingle,
  }),
  lift: endpoint(routes.lift, {
    summary: "Lift the restriction of a wallet",
    done: "Lifted the restriction of a wallet",
    ...userChangeCall,
  }),
  suspend: endpoint(routes.suspend, {
    summary: "Suspend a user",
    done: "Suspended a user",
    input: userStatusChange,
    output: userSingle,
  }),
  reactivate: endpoint(routes.reactivate, {
    summary: "Reactivate a suspended user",
    done: "Reactivated a user",
    ...userChangeCall,
  }),
  close: endpoint(routes.close, {
    summary: "Close a user's account permanently",
    done: "Closed a user's account",
    ...userChangeCall,
  }),
  resetSessions: endpoint(routes.resetSessions, {
    summary: "End a user's sessions in the app",
    done: "Ended a user's sessions in the app",
    ...userChangeCall,
  }),
  ...userGroupCalls,
  ...userDataCalls,
  ...retentionCalls,
  ...userCallsFromApp,
};
