import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import type { RichNode } from "@/lib/contract/rich-text.values";
import { draftFieldsOf } from "./content-entry-diff";
import { ContentEntryFieldDiff } from "./content-entry-field-diff";
import { newContentEntryDraft } from "./content-entry-kinds";

const LANGUAGES = [
  { code: "en", name: "English", direction: "ltr" as const },
  { code: "efi", name: "Efik", direction: "ltr" as const },
];
const articleDraft = (...content: RichNode[]): AnyDraft => ({
  ...newContentEntryDraft("culture"),
  texts: { en: { title: "", summary: "", body: { type: "doc", content } } },
});
const diffFieldOf = (id: string, ...drafts: AnyDraft[]) => {
  const field = draftFieldsOf("culture", drafts, LANGUAGES, () => "A group").find((each) => each.id === id);
  if (!field) throw new Error(`no field ${id}`);
  return field;
};
const diffTextOf = (id: string, draft: AnyDraft) => diffFieldOf(id, draft).wordsOf(draft);

const paragraph = (...content: RichNode[]): RichNode => ({ type: "paragraph", content });
const linkNode = (text: string, href: string, ...marks: RichNode["marks"] & object): RichNode => ({
  type: "text",
  text,
  marks: [{ type: "link", attrs: { href } }, ...marks],
});
const textNode = (text: string): RichNode => ({ type: "text", text });
const imageNode = (imageId: string, alt = ""): RichNode => ({ type: "image", attrs: { imageId, alt } });

it("the field comparison shows a changed link's target once, after the link's last word, also within lists", () => {
  const draft = articleDraft(
    paragraph(
      textNode("See "),
      linkNode("the ", "https://a.example"),
      linkNode("rules", "https://a.example", { type: "bold" }),
    ),
    { type: "bulletList", content: [{ type: "listItem", content: [paragraph(linkNode("Call", "tel:112"))] }] },
  );
  expect(diffTextOf("texts.en.body", draft)).toBe("See the rules (https://a.example)\n• Call (tel:112)");
});

it("the field comparison distinguishes two pictures of a text that have the same description", () => {
  const [one, other] = [
    articleDraft(imageNode("019b-4c31", "A ferry")),
    articleDraft(imageNode("019b-4c32", "A ferry")),
  ];
  expect(diffTextOf("texts.en.body", one)).toBe("[Picture 4c31: A ferry]");
  expect(diffTextOf("texts.en.body", other)).toBe("[Picture 4c32: A ferry]");
  expect(diffTextOf("texts.en.body", articleDraft(imageNode("019b-4c31")))).toBe("[Picture 4c31]");
});

it("the field comparison shows whether a gallery's pictures, their order or their captions changed", () => {
  const item = (image_id: string, captions = {}) => ({ image_id, alt: "", captions });
  const gallery = (...items: ReturnType<typeof item>[]) =>
    diffTextOf("gallery", { ...newContentEntryDraft("culture"), gallery: items } as AnyDraft);
  expect(gallery(item("x-0001"), item("x-0002"))).toBe("1. Picture 0001\n2. Picture 0002");
  expect(gallery(item("x-0002"), item("x-0001"))).toBe("1. Picture 0002\n2. Picture 0001");
  expect(gallery(item("x-0001", { en: "Boats", efi: "Ubom" }))).toBe("1. Picture 0001; Efik: Ubom; English: Boats");
});

it("the field comparison states that only links, pictures or formatting differ if the words are equal", () => {
  const before = articleDraft(paragraph(textNode("Open")));
  const after = articleDraft(paragraph({ ...textNode("Open"), marks: [{ type: "bold" }] }));
  const field = diffFieldOf("texts.en.body", before, after);
  render(<ContentEntryFieldDiff field={field} before={before} after={after} imageOf={() => undefined} />);
  expect(screen.getByText("The words are the same; links, pictures or formatting differ.")).toBeDefined();
});
