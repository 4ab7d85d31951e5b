import { LGAS } from "./kyc.values";
import { anyOf, declareList, matching, oneOf, shortText } from "./list.values";
/**
 * An entry is one thing that citizens see, written and published by admins: an announcement, a slide, an article, a
 * question, the terms or the privacy policy. All go the same way: a draft that admins save, and publications that stay
 * as they were published.
 */
export const CONTENT_KINDS = ["announcements", "slides", "culture"] as const;
export const APP_CONFIG_KINDS = ["faq", "terms", "privacy"] as const;
export const ENTRY_KINDS = [...CONTENT_KINDS, ...APP_CONFIG_KINDS] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** The feature whose rights a kind asks for. */
export const featureOf = (kind: EntryKind) =>
  (CONTENT_KINDS as readonly string[]).includes(kind) ? "Content Management" : "App Configurations";

/** One each: their versions bind citizens, so nothing of them is taken back once it holds. */
export const LEGAL_KINDS = ["terms", "privacy"] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];
export const isLegal = (kind: EntryKind): kind is LegalKind => (LEGAL_KINDS as readonly string[]).includes(kind);

/** Kinds whose order is an admin's choice. The others come newest first, pinned before the rest. */
export const ORDERED_KINDS = ["slides", "faq"] as const;

/** Follows from the clock and the publications at each read; only `archived` is written down. */
export const ENTRY_STATES = ["draft", "scheduled", "published", "expired", "archived"] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** What a draft holds in each language is under this code; it is complete in this one, others fall back to it. */
export const SOURCE_LANGUAGE = "en";
/** As languages are named on the wire: two or three letters, or with a region or script such as `pt-BR`. */
export const LANGUAGE_CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/;

export const ENTRY_TITLE_MAX = 160;
export const SUMMARY_MAX = 400;
export const ALT_MAX = 200;
export const CAPTION_MAX = 200;
export const FAQ_QUESTION_MAX = 300;
export const FAQ_GROUP_MAX = 60;
export const TAG_MAX = 30;
export const TAGS_MAX = 10;
export const GALLERY_MAX = 30;
export const AUDIENCE_GROUPS_MAX = 20;
export const LINK_MAX = 500;

export const AUDIENCES = ["everybody", "groups"] as const;

/** Whether a link may stand in what citizens read: to a page of the web, a mail, a phone number. */
export function isLink(link: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (link.length > LINK_MAX || /[\x00-\x20\x7f\\<>"`]/.test(link)) return false;
  try {
    const { protocol, hostname, username, password, pathname } = new URL(link);
    if (protocol === "https:") return hostname.includes(".") && !username && !password;
    if (protocol === "mailto:") return /^[^@\s?]+@[^@\s?]+\.[^@\s?]+$/.test(decodeURIComponent(pathname));
    return protocol === "tel:" && /^\+?[\d.()-]{3,20}$/.test(pathname);
  } catch {
    return false;
  }
}

/** Widths in pixels that the server makes of a picture, none wider than the original. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
export const PREVIEW_LINK_MINUTES = 60;

/** The one entry of each legal kind, there from the start (migration 0015). */
export const LEGAL_ENTRY_IDS: Record<LegalKind, string> = {
  terms: "00000000-0000-7000-8000-000000000001",
  privacy: "00000000-0000-7000-8000-000000000002",
};

/** The list of entries of one kind; `missing`: those that lack a text in this language. */
export const ENTRY_LIST = declareList({
  sorts: ["position", "title", "from", "until", "updated_at"],
  filters: {
    state: anyOf(ENTRY_STATES),
    audience: oneOf(AUDIENCES),
    group: shortText(FAQ_GROUP_MAX),
    lga: oneOf(LGAS),
    tag: shortText(TAG_MAX),
    missing: matching(LANGUAGE_CODE, "Use a language code such as efi."),
  },
});

const { state, audience, group, lga, tag, missing } = ENTRY_LIST.filters;

export const ANNOUNCEMENT_LIST = declareList({
  sorts: ["title", "from", "until", "updated_at"],
  defaultSort: "-updated_at",
  filters: { state, audience },
});

export const ARTICLE_LIST = declareList({
  sorts: ["title", "from", "updated_at"],
  defaultSort: "-updated_at",
  filters: { state, lga, tag, missing },
});

export const SLIDE_LIST = declareList({
  sorts: ["position", "title", "from", "updated_at"],
  defaultSort: "position",
  filters: { state, missing },
});

export const QUESTION_LIST = declareList({
  sorts: ["position", "title", "updated_at"],
  defaultSort: "position",
  filters: { state, group, missing },
});
