import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft, Drafts } from "@/lib/contract/content-entries-drafts";

/** A text field of a kind of content entry. `key`: its property in a draft's texts. */
type TextField = { key: string; label: string };
/** Values of a draft besides its texts, which are shown, compared and merged as a unit. */
type OtherField = { keys: readonly string[]; label: string };

type KindInfo = {
  one: string;
  listUrl: string;
  /** Path of published entries in the public API; `{id}` is replaced by the entry's id. */
  publicPath: string;
  texts: readonly TextField[];
  others: readonly OtherField[];
};

const CONTENT_URL = "/dashboard/content-management";
const APP_CONFIG_URL = "/dashboard/app-config";
const LEGAL_FIELDS = { texts: [textField("title", "Title"), textField("body", "Text")], others: [] };

function textField(key: string, label: string): TextField {
  return { key, label };
}

/** Names, URLs and ordered fields of each kind of entry. */
export const CONTENT_ENTRY_KIND_INFO: Readonly<Record<ContentEntryKind, KindInfo>> = {
  announcements: {
    one: "announcement",
    listUrl: `${CONTENT_URL}/announcements`,
    publicPath: "/announcements",
    texts: [textField("title", "Title"), textField("body", "Text")],
    others: [
      { keys: ["image_id"], label: "Picture" },
      { keys: ["image_alt"], label: "Picture description" },
      { keys: ["link"], label: "Link" },
      { keys: ["audience", "group_ids"], label: "Audience" },
      { keys: ["pinned"], label: "Pinned" },
    ],
  },
  slides: {
    one: "slide",
    listUrl: `${CONTENT_URL}/slider`,
    publicPath: "/slides",
    texts: [textField("title", "Title"), textField("alt", "Picture description")],
    others: [
      { keys: ["image_id"], label: "Picture" },
      { keys: ["focal_x", "focal_y"], label: "Focal point" },
      { keys: ["link"], label: "Link" },
    ],
  },
  culture: {
    one: "article",
    listUrl: `${CONTENT_URL}/culture`,
    publicPath: "/culture/{id}",
    texts: [textField("title", "Title"), textField("summary", "Summary"), textField("body", "Text")],
    others: [
      { keys: ["cover_id"], label: "Cover" },
      { keys: ["cover_alt"], label: "Cover description" },
      { keys: ["gallery"], label: "Gallery" },
      { keys: ["tags"], label: "Tags" },
      { keys: ["lga"], label: "LGA" },
    ],
  },
  faq: {
    one: "question",
    listUrl: `${APP_CONFIG_URL}/faq`,
    publicPath: "/faq",
    texts: [textField("question", "Question"), textField("answer", "Answer")],
    others: [{ keys: ["group"], label: "Group" }],
  },
  terms: { one: "terms", listUrl: `${APP_CONFIG_URL}/terms`, publicPath: "/terms", ...LEGAL_FIELDS },
  privacy: {
    one: "privacy policy",
    listUrl: `${APP_CONFIG_URL}/privacy`,
    publicPath: "/privacy",
    ...LEGAL_FIELDS,
  },
};

/** Returns the URL of an entry. A legal kind has a single entry, on its own tab. */
export const contentEntryUrl = (kind: ContentEntryKind, id: string) =>
  kind === "terms" || kind === "privacy"
    ? CONTENT_ENTRY_KIND_INFO[kind].listUrl
    : `${CONTENT_ENTRY_KIND_INFO[kind].listUrl}/${id}`;

const NEW_DRAFTS: { [K in ContentEntryKind]: Drafts[K] } = {
  announcements: {
    texts: {},
    image_id: null,
    image_alt: "",
    link: "",
    audience: "everybody",
    group_ids: [],
    pinned: false,
  },
  slides: { texts: {}, image_id: null, focal_x: 50, focal_y: 50, link: "" },
  culture: { texts: {}, cover_id: null, cover_alt: "", gallery: [], tags: [], lga: null },
  faq: { texts: {}, group: "" },
  terms: { texts: {} },
  privacy: { texts: {} },
};
/** Returns an empty draft of a new entry of this kind. */
export const newContentEntryDraft = <K extends ContentEntryKind>(kind: K): Drafts[K] =>
  structuredClone(NEW_DRAFTS[kind]) as Drafts[K];

/** Texts of a draft in one language. */
export type LanguageTextsOf<K extends ContentEntryKind> = Drafts[K]["texts"][string];

const RICH_TEXT_KEYS = ["body", "answer"];
/** Returns whether a text property of a draft contains rich text. */
export const isRichTextKey = (key: string) => RICH_TEXT_KEYS.includes(key);

/** Returns the texts of a draft in one language, with empty values for missing texts. */
export function languageTextsOf<K extends ContentEntryKind>(
  kind: K,
  draft: AnyDraft,
  language: string,
): LanguageTextsOf<K> {
  const empty = Object.fromEntries(
    CONTENT_ENTRY_KIND_INFO[kind].texts.map(({ key }) => [key, isRichTextKey(key) ? null : ""]),
  );
  return { ...empty, ...draft.texts[language] } as LanguageTextsOf<K>;
}
