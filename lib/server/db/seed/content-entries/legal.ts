import "server-only";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { DAY_MS } from "@/lib/server/db/seed/clock";
import { bulletList, heading, richDoc } from "./rich";
import type { ContentEntryStory } from "./story";

const legalDraft = (title: string, body: ReturnType<typeof richDoc>): AnyDraft => ({ texts: { en: { title, body } } });

const termsText = (dailyLimit: string) =>
  richDoc(
    "These terms are made up for a demonstration. They bind nobody.",
    heading("1. Who may use the app"),
    "Anyone who lives in the state, is 18 or older and gives a phone number that is theirs.",
    heading("2. Your wallet"),
    `Money in your wallet is yours. ${dailyLimit} We pay no interest on it.`,
    heading("3. What is not allowed"),
    bulletList(
      "Using somebody else's account.",
      "Payments for what the law forbids.",
      "Reports that are knowingly false.",
    ),
    heading("4. Complaints"),
    "Write to support first. Who is not content may go to the Consumer Protection department of the Central Bank.",
  );

/** Versions of the terms and the privacy policy. migrations/0003_first_rows.sql has created their content entries. */
export const LEGAL_STORIES: readonly (ContentEntryStory & { earlier?: readonly AnyDraft[] })[] = [
  {
    kind: "terms",
    earlier: [legalDraft("Terms & Conditions", termsText("Limits of a day follow from your tier."))],
    draft: legalDraft("Terms & Conditions", termsText("Limits of a day, and of the balance, follow from your tier.")),
    published: [
      { ago: 200 * DAY_MS, until: null, mustAccept: true },
      { ago: 25 * DAY_MS, until: null, mustAccept: true },
    ],
  },
  {
    kind: "privacy",
    draft: legalDraft(
      "Privacy Policy",
      richDoc(
        "This policy is made up for a demonstration. It binds nobody.",
        heading("What we keep"),
        bulletList(
          "Who you are, and the documents that prove it.",
          "Your payments.",
          "Your reports, without your name if you wish.",
        ),
        heading("For how long"),
        "As long as the law asks for it, and no longer.",
        heading("Who sees it"),
        "Our staff, each with the rights that their work needs. Every look at a document is on record.",
      ),
    ),
    published: [{ ago: 200 * DAY_MS, until: null, mustAccept: true }],
  },
];
