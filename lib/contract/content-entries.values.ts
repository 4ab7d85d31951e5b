import { LGAS } from "./lgas.values";
import { anyOfFilter, declareList, oneOfFilter, patternFilter, textFilter } from "./list.values";
/**
 * Kinds of content entries in the Content module. A content entry is an item that admins write and citizens see, such as an
 * announcement or the terms. It has a draft that admins save, and publications that never change.
 */
export const CONTENT_MODULE_KINDS = ["announcements", "slides", "culture"] as const;
/** Kinds of entries in App Configurations. */
export const APP_CONFIG_KINDS = ["faq", "terms", "privacy"] as const;
/** All kinds of entries. */
export const CONTENT_ENTRY_KINDS = [...CONTENT_MODULE_KINDS, ...APP_CONFIG_KINDS] as const;
export type ContentModuleKind = (typeof CONTENT_MODULE_KINDS)[number];
export type ContentEntryKind = (typeof CONTENT_ENTRY_KINDS)[number];
/** Returns the feature whose rights admins need for entries of a kind. */
export const featureOfContentEntryKind = (kind: ContentEntryKind) =>
  (CONTENT_MODULE_KINDS as readonly string[]).includes(kind) ? "Content Management" : "App Configurations";

/** Kinds of legal texts, each with a single entry. Their versions bind citizens, so a version can't be withdrawn once it is in force. */
export const LEGAL_KINDS = ["terms", "privacy"] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];
/** Returns true for terms and the privacy policy. */
export const isLegalContentEntryKind = (kind: ContentEntryKind): kind is LegalKind =>
  (LEGAL_KINDS as readonly string[]).includes(kind);

/** Kinds that admins put in order. Other kinds are sorted newest first, after pinned entries. */
export const MANUALLY_ORDERED_KINDS = ["slides", "faq"] as const;

/** States of an entry. Computed on each read from the time and the publications; only `archived` is stored. */
export const CONTENT_ENTRY_STATES = ["draft", "scheduled", "published", "expired", "archived"] as const;
export type ContentEntryState = (typeof CONTENT_ENTRY_STATES)[number];

/** Code of the language in which every draft must be complete. Texts that another language lacks are shown in this language. */
export const SOURCE_LANGUAGE = "en";
/** Language code of two or three letters, optionally with a region or script, such as `pt-BR`. */
export const LANGUAGE_CODE_PATTERN = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/;

/** Maximum length of an entry's title. */
export const CONTENT_ENTRY_TITLE_MAX = 160;
/** Maximum length of an article's summary. */
export const ARTICLE_SUMMARY_MAX = 400;
/** Maximum length of a picture's text for screen readers. */
export const ALT_TEXT_MAX = 200;
/** Maximum length of a picture's caption. */
export const CAPTION_MAX = 200;
export const FAQ_QUESTION_MAX = 300;
/** Maximum length of the name of a group of FAQ questions. */
export const FAQ_GROUP_NAME_MAX = 60;
/** Maximum length of one tag. */
export const TAG_LENGTH_MAX = 30;
/** Maximum number of tags per entry. */
export const TAGS_MAX = 10;
/** Maximum number of pictures in a gallery. */
export const GALLERY_PICTURES_MAX = 30;
/** Maximum number of user groups in the audience of an entry or notification. */
export const AUDIENCE_GROUPS_MAX = 20;
/** Maximum length of a link. */
export const LINK_LENGTH_MAX = 500;

/** Who sees a published entry: everybody, or members of user groups. */
export const CONTENT_ENTRY_AUDIENCES = ["everybody", "groups"] as const;

/** Returns true if citizens' texts may contain this link: an https page, a mail address or a phone number. */
export function isAllowedLink(link: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (link.length > LINK_LENGTH_MAX || /[\x00-\x20\x7f\\<>"`]/.test(link)) return false;
  try {
    const { protocol, hostname, username, password, pathname } = new URL(link);
    if (protocol === "https:") return hostname.includes(".") && !username && !password;
    if (protocol === "mailto:") return /^[^@\s?]+@[^@\s?]+\.[^@\s?]+$/.test(decodeURIComponent(pathname));
    return protocol === "tel:" && /^\+?[\d.()-]{3,20}$/.test(pathname);
  } catch {
    return false;
  }
}

/** Widths in pixels of the sizes that are generated of a picture. No size is wider than the original. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
/** Minutes for which a link to an entry's draft is valid. */
export const PREVIEW_LINK_MINUTES = 60;

/** Ids of the single entry of each legal kind, created by migration 0015. */
export const LEGAL_CONTENT_ENTRY_IDS: Record<LegalKind, string> = {
  terms: "00000000-0000-7000-8000-000000000001",
  privacy: "00000000-0000-7000-8000-000000000002",
};

/** List of the entries of one kind. `missing`: entries without a text in this language. */
export const CONTENT_ENTRY_LIST = declareList({
  sorts: ["position", "title", "from", "until", "updated_at"],
  filters: {
    state: anyOfFilter(CONTENT_ENTRY_STATES),
    audience: oneOfFilter(CONTENT_ENTRY_AUDIENCES),
    group: textFilter(FAQ_GROUP_NAME_MAX),
    lga: oneOfFilter(LGAS),
    tag: textFilter(TAG_LENGTH_MAX),
    missing: patternFilter(LANGUAGE_CODE_PATTERN, "Use a language code such as efi."),
  },
});

const { state, audience, group, lga, tag, missing } = CONTENT_ENTRY_LIST.filters;

export const ANNOUNCEMENT_LIST = declareList({
  name: "announcements",
  sorts: ["title", "from", "until", "updated_at"],
  defaultSort: "-updated_at",
  filters: { state, audience },
});

export const ARTICLE_LIST = declareList({
  name: "culture",
  sorts: ["title", "from", "updated_at"],
  defaultSort: "-updated_at",
  filters: { state, lga, tag, missing },
});

export const SLIDE_LIST = declareList({
  name: "slides",
  sorts: ["position", "title", "from", "updated_at"],
  defaultSort: "position",
  filters: { state, missing },
});

export const FAQ_QUESTION_LIST = declareList({
  name: "faq",
  sorts: ["position", "title", "updated_at"],
  defaultSort: "position",
  filters: { state, group, missing },
});
