import { anyOfFilter, declareList, oneOfFilter, wholeNumberFilter } from "./list.values";
/** Writing directions of languages. */
export const WRITING_DIRECTIONS = ["ltr", "rtl"] as const;
/** `missing`: no text in a language. `changed`: the English text is newer. `unused`: no release of the app uses the key. */
export const TRANSLATION_FILTERS = ["missing", "changed", "unused"] as const;
/** States of one translation. `changed`: the English text is newer. */
export const TRANSLATION_STATES = ["missing", "changed", "current"] as const;
/** Pattern of the citizen app's text keys, such as `wallet.send.title`. */
export const TEXT_KEY_PATTERN = /^[a-z][a-z0-9_]*(\.[a-z0-9][a-z0-9_]*)*$/;
/** Maximum length of a text key. */
export const TEXT_KEY_LENGTH_MAX = 120;
/** Maximum length of a text of the citizen app. */
export const APP_TEXT_LENGTH_MAX = 2_000;
/** Maximum length of a note for translators. */
export const TEXT_KEY_NOTE_MAX = 300;
/** Maximum number of text keys. */
export const TEXT_KEYS_MAX = 20_000;
/** Maximum number of languages of the citizen app. */
export const LANGUAGES_MAX = 30;
/** Maximum number of rows of the translation grid per response. */
export const TEXT_GRID_ROWS_MAX = 500;
/** Maximum number of translations that one call saves. */
export const MAX_TEXTS_PER_CALL = 500;

/** Categories of emergency numbers. */
export const EMERGENCY_NUMBER_CATEGORIES = [
  "general",
  "police",
  "fire",
  "medical",
  "road_safety",
  "disaster",
  "gender_based_violence",
  "child_protection",
  "utilities",
] as const;
export type EmergencyNumberCategory = (typeof EMERGENCY_NUMBER_CATEGORIES)[number];
export const EMERGENCY_NUMBER_CATEGORY_WORDS: Record<EmergencyNumberCategory, string> = {
  general: "General emergency",
  police: "Police",
  fire: "Fire",
  medical: "Medical",
  road_safety: "Road safety",
  disaster: "Disaster",
  gender_based_violence: "Gender-based violence",
  child_protection: "Child protection",
  utilities: "Utilities",
};
/** Days for which the verification of an emergency number is valid. */
export const EMERGENCY_NUMBER_VERIFIED_DAYS = 180;
/** A short code of three to six digits, a local or an international number. Spaces and hyphens may separate the digits. */
export const EMERGENCY_NUMBER_PATTERN = /^\+?\d(?:[ -]?\d){2,14}$/;

/** States of a notification to citizens. */
export const BROADCAST_STATES = [
  "draft",
  "awaiting_approval",
  "scheduled",
  "sending",
  "paused",
  "sent",
  "cancelled",
] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];
/** Phases of sending a notification to citizens, in the order in which they run. */
export const BROADCAST_PHASES = ["devices", "mails", "retries"] as const;
/** Maximum length of a notification's title. Phones cut longer ones. */
export const BROADCAST_TITLE_MAX = 65;
/** Maximum length of a notification's text. */
export const BROADCAST_TEXT_MAX = 240;
/** Ways to choose the recipients of a notification. */
export const BROADCAST_AUDIENCES = ["everybody", "groups", "lgas", "tiers", "languages"] as const;
/** Targets of a notification: a page of the app, a published content entry or a web address. */
export const BROADCAST_DESTINATIONS = [
  "home",
  "wallet",
  "transactions",
  "identity",
  "reports",
  "announcement",
  "article",
  "faq",
  "link",
] as const;
export type DestinationKind = (typeof BROADCAST_DESTINATIONS)[number];
/**
 * Why a device did not get the message. `gone`: Firebase no longer knows the device, so it was removed. `refused`: Firebase
 * refused the message. `unavailable`: several tries failed. `unknown`: the server stopped before Firebase answered.
 */
export const BROADCAST_FAILURES = ["gone", "refused", "unavailable", "unknown"] as const;
export type BroadcastFailure = (typeof BROADCAST_FAILURES)[number];

/** List of citizens who accepted a version of the terms or the privacy policy. */
export const LEGAL_ACCEPTANCE_LIST = declareList({
  name: "acceptances",
  sorts: ["accepted_at"],
  defaultSort: "-accepted_at",
  arrival: "accepted_at",
  filters: { number: wholeNumberFilter(100_000) },
});

/** List of FAQ searches without a result. */
export const FAILED_FAQ_SEARCH_LIST = declareList({
  name: "faq-misses",
  sorts: ["times", "last_at"],
  defaultSort: "-times",
  filters: {},
});

/** List of notifications to citizens. */
export const BROADCAST_LIST = declareList({
  name: "broadcasts",
  sorts: ["updated_at", "scheduled_for", "title"],
  defaultSort: "-updated_at",
  filters: { state: anyOfFilter(BROADCAST_STATES), audience: oneOfFilter(BROADCAST_AUDIENCES) },
});
