import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ContentEntryPreview } from "@/lib/contract/content-entries";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { ContentEntryLanguageSelect, contentEntryLanguagesOf } from "./content-entry-language-select";
import { ContentEntryPreviewPanel } from "./content-entry-preview-panel";

const APP_LANGUAGES = ["English", "Efik", "Ejagham", "Bekwarra", "Hausa"].map((name) => ({
  code: name.slice(0, 2).toLowerCase(),
  name,
  direction: "ltr" as const,
}));
const EMPTY_BODY = { type: "doc", content: [{ type: "paragraph" }] };
const BODY = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Words." }] }] };
const draft = {
  texts: {
    en: { title: "Market day", summary: "Soon", body: BODY },
    ef: { title: "Efik title", summary: "", body: EMPTY_BODY },
    ej: { title: "Ejagham title", summary: "", body: BODY },
    be: { title: " ", summary: "", body: null },
  },
} as unknown as AnyDraft;
const languages = contentEntryLanguagesOf(APP_LANGUAGES, draft);

it("counts an entry's language as complete if every English text is translated, except the summary", () => {
  expect(languages.map(({ name, written }) => [name, written])).toEqual([
    ["English", "whole"],
    ["Efik", "part"],
    ["Ejagham", "whole"],
    ["Bekwarra", "none"],
    ["Hausa", "none"],
  ]);
  // Other languages need a text only if the English text exists.
  const [, efikLanguage] = contentEntryLanguagesOf(APP_LANGUAGES, {
    texts: { en: { title: "Only" }, ef: { title: "Efik" } },
  } as unknown as AnyDraft);
  expect(efikLanguage?.written).toBe("whole");
});

it("shows how complete each language of an entry is, and whether users of that language see the English text", () => {
  const renderSelect = (value: string) => {
    cleanup();
    render(<ContentEntryLanguageSelect languages={languages} value={value} onChange={vi.fn()} />);
    return screen.queryByText("Users of this language read the English text.") !== null;
  };
  expect([renderSelect("en"), renderSelect("ef"), renderSelect("ej"), renderSelect("be")]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  screen.getByText("2 of 5 written");
  for (const label of ["Efik (incomplete)", "Ejagham", "Bekwarra (no text)"])
    screen.getByRole("option", { name: label });
});

it("explains why an entry's preview is in English by the current draft, even while an outdated preview is on screen", () => {
  const preview = { language: "en", title: "Market day", html: "", image: null } as unknown as ContentEntryPreview;
  const optionText = (code: string) => {
    cleanup();
    const language = languages.find((each) => each.code === code);
    if (language)
      render(
        <ContentEntryPreviewPanel
          shown={{ preview, error: null, loading: true, retry: vi.fn() }}
          language={language}
        />,
      );
    return screen.queryByText(/the app shows the English one/)?.textContent;
  };
  expect(["en", "ef", "ej", "be"].map(optionText)).toEqual([
    undefined,
    "The text in Efik is incomplete: the app shows the English one.",
    undefined,
    "There is no text in Bekwarra: the app shows the English one.",
  ]);
});
