import { z } from "zod";
import { day, declare, id, instant, line, sentInstant, version } from "./common";
import { languageCode } from "./entries-drafts";
import { emailOrNone, lga, personAnswer, personFields, phone } from "./person";
import { personName } from "./person-name";
import { tierLimits } from "./tier-limits";
import { appPage } from "./transaction.app";
import { userRoutes as routes } from "./user.routes";
import { EXTERNAL_ID_MAX, RESTRICTIONS, USER_STATUSES } from "./user.values";

const kobo = z.int();
/** Limits of the citizen's tier, and what of them is used and left now. */
export const walletLimits = {
  limits: tierLimits,
  used: z.object({ daily_debit: kobo, balance: kobo }),
  left: tierLimits,
};

/** A citizen's account as the citizen's app reads it: never reasons, notes or who decided. Amounts in kobo. */
const ownAccount = z.object({
  id: z.string(),
  /** The caller's own id of the citizen; null for an account that another app or an admin opened. */
  external_id: z.string().nullable(),
  ...personAnswer,
  phone_verified_at: instant.nullable(),
  email: z.string().nullable(),
  address: z.string(),
  language: z.string(),
  tier: z.int(),
  status: z.enum(USER_STATUSES),
  /** What the wallet may not do, and until when; null without a restriction. */
  restriction: z.object({ kind: z.enum(RESTRICTIONS), until: instant.nullable() }).nullable(),
  /** What the citizen may read about the status; null where nothing was written. */
  status_message: z.string().nullable(),
  ...walletLimits,
  /** Sessions of the app that began before are to be ended; null: none. */
  sessions_valid_from: instant.nullable(),
  joined_at: instant,
  version,
});
export type OwnAccount = z.infer<typeof ownAccount>;

const externalId = line(EXTERNAL_ID_MAX, 1).refine((value) => value === value.trim(), "Leave out spaces around it.");

export const newAccount = z.strictObject({
  external_id: externalId,
  ...personFields,
  email: emailOrNone.default(null),
  address: line(200).default(""),
  language: languageCode.optional(),
});

const who = z.strictObject({ userId: id });
export const accountUpdate = who.extend({
  version,
  email: emailOrNone.optional(),
  address: line(200).optional(),
  lga: lga.optional(),
  language: languageCode.optional(),
  phone: phone.optional(),
  /** When the citizen proved that the new number is theirs; required with `phone`. */
  phone_verified_at: sentInstant.optional(),
  first_name: personFields.first_name.optional(),
  middle_name: personName(60).optional(),
  last_name: personFields.last_name.optional(),
  date_of_birth: personFields.date_of_birth.optional(),
});

export const userFromApp = {
  openFromApp: declare(routes.openFromApp, {
    summary: "Open a citizen's account. The same data under the same external_id returns the same account",
    done: "Opened an account in the app",
    input: newAccount,
    output: ownAccount,
  }),
  findForApp: declare(routes.findForApp, {
    summary: "Find a citizen's account by the app's own id or by phone number",
    input: z
      .strictObject({ external_id: externalId.optional(), phone: phone.optional() })
      .refine((asked) => Object.values(asked).filter(Boolean).length === 1, "Send external_id or phone."),
    output: ownAccount,
  }),
  singleForApp: declare(routes.singleForApp, {
    summary: "A citizen's account with its tier, limits, and what is left of them today",
    input: who,
    output: ownAccount,
  }),
  updateFromApp: declare(routes.updateFromApp, {
    summary: "Change a citizen's account. Names and date of birth can change while the tier is 0",
    done: "Changed the account in the app",
    input: accountUpdate,
    output: ownAccount,
  }),
  walletForApp: declare(routes.walletForApp, {
    summary: "A citizen's wallet: what it holds, what of it is available, and the limits of the tier",
    input: who,
    output: z.object({
      balance: z.int(),
      /** Without what is reserved for withdrawals that are under way. */
      available: z.int(),
      ...walletLimits,
    }),
  }),
  statementForApp: declare(routes.statementForApp, {
    summary:
      "A statement of a citizen's wallet over whole Lagos days, oldest line first. Send next_cursor back for more lines",
    input: who
      .extend({ from: day, to: day, ...appPage })
      .refine(({ from, to }) => from <= to, { path: ["to"], message: "Use a day on or after the first one." }),
    output: z.object({
      from: day,
      to: day,
      /** The balance before the first day, and at the end of the last one. */
      opening: z.int(),
      closing: z.int(),
      /** Sums of all lines of the days. */
      in: z.int(),
      out: z.int(),
      items: z.array(
        z.object({
          posted_at: instant,
          description: z.string(),
          /** Above zero what came in, below zero what went out. */
          amount: z.int(),
          balance_after: z.int(),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
  }),
  closeFromApp: declare(routes.closeFromApp, {
    summary: "Close a citizen's account for good",
    done: "Closed the account in the app",
    input: who.extend({ version }),
    output: ownAccount,
  }),
};
