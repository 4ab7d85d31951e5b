import { z } from "zod";
import { day, endpoint, externalIdText, id, instant, instantInput, oneLine, version } from "./common";
import { languageCode } from "./content-entries-drafts";
import { emailOrNone, lga, personFields, personOutput, phone } from "./person";
import { personName } from "./person-name";
import { tierLimits } from "./tier-limits";
import { cursorPageInput } from "./transaction.app";
import { userRoutes as routes } from "./user.routes";
import { EXTERNAL_ID_LENGTH_MAX, USER_STATUSES, WALLET_RESTRICTIONS } from "./user.values";

const kobo = z.int();
/** Limits of the citizen's tier, with their used and remaining parts. */
export const walletLimits = {
  limits: tierLimits,
  used: z.object({ daily_debit: kobo, balance: kobo }),
  left: tierLimits,
};

/** A citizen's account as the citizen app reads it, without internal reasons and notes. Amounts in kobo. */
const ownAccount = z.object({
  id: z.string(),
  /** The app's own id of the citizen; null if an admin or another app opened the account. */
  external_id: z.string().nullable(),
  ...personOutput,
  phone_verified_at: instant.nullable(),
  email: z.string().nullable(),
  address: z.string(),
  language: z.string(),
  tier: z.int(),
  status: z.enum(USER_STATUSES),
  /** Restriction of the wallet and the time when it ends; null if there is no restriction. */
  restriction: z.object({ kind: z.enum(WALLET_RESTRICTIONS), until: instant.nullable() }).nullable(),
  /** Text for the citizen about the account's status; null if none was written. */
  status_message: z.string().nullable(),
  ...walletLimits,
  /** Sessions of the app created before this time are invalid; null if sessions were never invalidated. */
  sessions_valid_from: instant.nullable(),
  joined_at: instant,
  version,
});
/** A citizen's account as the citizen app reads it. */
export type OwnAccount = z.infer<typeof ownAccount>;

const externalId = externalIdText(EXTERNAL_ID_LENGTH_MAX, 1).refine(
  (value) => value === value.trim(),
  "Remove the spaces around it.",
);

/** Input with which the citizen app opens an account. */
export const newAccount = z.strictObject({
  external_id: externalId,
  ...personFields,
  email: emailOrNone.default(null),
  address: oneLine(200).default(""),
  language: languageCode.optional(),
});

const userInput = z.strictObject({ userId: id });
/** Input with which the citizen app changes a citizen's account. */
export const accountUpdate = userInput.extend({
  version,
  email: emailOrNone.optional(),
  address: oneLine(200).optional(),
  lga: lga.optional(),
  language: languageCode.optional(),
  phone: phone.optional(),
  /** Time at which the citizen proved ownership of the new number; required with `phone`. */
  phone_verified_at: instantInput.optional(),
  first_name: personFields.first_name.optional(),
  middle_name: personName(60).optional(),
  last_name: personFields.last_name.optional(),
  date_of_birth: personFields.date_of_birth.optional(),
});

/** Calls for citizens' accounts from the citizen app's server, with descriptions and schemas. */
export const userCallsFromApp = {
  openFromApp: endpoint(routes.openFromApp, {
    summary: "Open a citizen's account. The same data under the same external_id returns the same account",
    done: "Opened an account in the app",
    input: newAccount,
    output: ownAccount,
  }),
  findForApp: endpoint(routes.findForApp, {
    summary: "Find a citizen's account by the app's id or by phone number",
    input: z
      .strictObject({ external_id: externalId.optional(), phone: phone.optional() })
      .refine((lookup) => Object.values(lookup).filter(Boolean).length === 1, "Send external_id or phone."),
    output: ownAccount,
  }),
  singleForApp: endpoint(routes.singleForApp, {
    summary: "A citizen's account with its tier, limits, and what is left of them today",
    input: userInput,
    output: ownAccount,
  }),
  updateFromApp: endpoint(routes.updateFromApp, {
    summary: "Change a citizen's account. Names and date of birth can be changed while the tier is 0",
    done: "Changed the account in the app",
    input: accountUpdate,
    output: ownAccount,
  }),
  walletForApp: endpoint(routes.walletForApp, {
    summary: "A citizen's wallet: balance, available balance, and the limits of the tier",
    input: userInput,
    output: z.object({
      balance: z.int(),
      /** Balance without amounts reserved for pending withdrawals. */
      available: z.int(),
      ...walletLimits,
    }),
  }),
  statementForApp: endpoint(routes.statementForApp, {
    summary:
      "A statement of a citizen's wallet over whole Lagos days, oldest line first. Send next_cursor to get more lines",
    input: userInput
      .extend({ from: day, to: day, ...cursorPageInput })
      .refine(({ from, to }) => from <= to, { path: ["to"], message: "Use a day on or after the first one." }),
    output: z.object({
      from: day,
      to: day,
      /** Balances at the start of the first day, and at the end of the last day. */
      opening: z.int(),
      closing: z.int(),
      /** Total inflow and outflow of the period, over all pages. */
      in: z.int(),
      out: z.int(),
      items: z.array(
        z.object({
          posted_at: instant,
          description: z.string(),
          /** Positive for an inflow, negative for an outflow. */
          amount: z.int(),
          balance_after: z.int(),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
  }),
  closeFromApp: endpoint(routes.closeFromApp, {
    summary: "Close a citizen's account permanently",
    done: "Closed the account in the app",
    input: userInput.extend({ version }),
    output: ownAccount,
  }),
};
