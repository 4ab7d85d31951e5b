import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import {
  APP_CALL_GROUPS,
  APP_KEY_ROTATION_HOURS,
  APP_KEY_ROTATION_HOURS_MAX,
  APP_KEY_SOURCES,
  APP_KEY_STATES,
} from "./app-keys.values";
import { day, endpoint, id, instant, listOf, noInput, oneLine, personRef, version } from "./common";

const appKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of the app that the key belongs to. Accounts, webhooks and rate limits refer to the app by this name. */
  app: z.string(),
  source: z.enum(APP_KEY_SOURCES),
  /** First characters of the key, to recognise it by; null for a key of APP_API_KEYS. */
  prefix: z.string().nullable(),
  /** Groups of calls that the key is limited to; null: all groups. */
  groups: z.array(z.enum(APP_CALL_GROUPS)).nullable(),
  state: z.enum(APP_KEY_STATES),
  created_at: instant.nullable(),
  created_by: personRef.nullable(),
  /** Time from which the key is refused; null: no end is set. */
  ends_at: instant.nullable(),
  /** The admin who ended the key; null if the key is valid or reached its end date. */
  ended_by: personRef.nullable(),
  /** Time of the last call with this key, accurate to a minute; null without a call, and for a key of APP_API_KEYS. */
  last_used_at: instant.nullable(),
  /** The key that replaced this key in a rotation; null if this key was not rotated. */
  replaced_by: z.object({ id: z.string(), prefix: z.string() }).nullable(),
  version,
});
export type AppKey = z.infer<typeof appKey>;

/** An app key with its secret text, which only the responses to its creation and rotation contain. */
const appKeyWithSecret = appKey.extend({ secret: z.string() });

/** Last day in Lagos on which a key is valid; null, or "" from a form: no end. */
const lastDay = z.preprocess((value) => (value === "" ? null : value), day.nullable());

const keyFields = {
  name: oneLine(80, 2),
  groups: z
    .array(z.enum(APP_CALL_GROUPS))
    .min(1, "Choose at least one group of calls, or all.")
    .max(APP_CALL_GROUPS.length)
    .refine((groups) => new Set(groups).size === groups.length, "Name each group once.")
    .nullable(),
  last_day: lastDay,
};
const APP_NAME_MESSAGE = "Use 1 to 40 of a to z, 0 to 9 and hyphens.";
export const appKeyCreation = z.strictObject({
  app: oneLine(40, 1).regex(/^[a-z0-9-]{1,40}$/, APP_NAME_MESSAGE),
  ...keyFields,
});
export const appKeyUpdate = z.strictObject({ appKeyId: id, version, ...keyFields });
/** Input that replaces an API key by a new one. */
export const appKeyRotation = z.strictObject({
  appKeyId: id,
  version,
  /** Hours for which the old key stays valid; 0: the old key ends now. */
  hours: z
    .int("Enter a whole number of hours.")
    .min(0, "Enter 0 or more hours.")
    .max(APP_KEY_ROTATION_HOURS_MAX, `Enter at most ${APP_KEY_ROTATION_HOURS_MAX} hours.`)
    .default(APP_KEY_ROTATION_HOURS),
  /** Last day of the new key. */
  last_day: lastDay,
});

/** Calls for API keys of the citizen app's servers, with descriptions and schemas. */
export const appKeyCalls = {
  appKeys: endpoint(routes.appKeys, {
    summary: "Keys of the citizen apps' servers: those of the settings, valid ones, and the last 200 that ended",
    input: noInput,
    output: listOf(appKey).extend({
      /** Names of the apps that have a valid key. */
      apps: z.array(z.string()),
    }),
  }),
  createAppKey: endpoint(routes.createAppKey, {
    summary: "Make a key for a citizen app's server. Only this response contains it",
    done: "Made an app key",
    input: appKeyCreation,
    output: appKeyWithSecret,
  }),
  updateAppKey: endpoint(routes.updateAppKey, {
    summary: "Change the name, the calls or the last day of an app key",
    done: "Changed an app key",
    input: appKeyUpdate,
    output: appKey,
  }),
  rotateAppKey: endpoint(routes.rotateAppKey, {
    summary:
      "Make a new key in place of another one, which stays valid for some hours. Only this response contains the new key",
    done: "Rotated an app key",
    input: appKeyRotation,
    output: appKeyWithSecret,
  }),
  endAppKey: endpoint(routes.endAppKey, {
    summary: "End an app key immediately",
    done: "Ended an app key",
    input: z.strictObject({ appKeyId: id }),
    output: appKey,
  }),
};
