import "server-only";
import type { Draft } from "@/lib/contract/entries-drafts";
import { DAY } from "@/lib/server/db/seed/clock";
import { bullets, doc, heading } from "./rich";
import type { Story } from "./story";

const text = (title: string, body: ReturnType<typeof doc>): Draft => ({ texts: { en: { title, body } } });

const TERMS = (limit: string) =>
  doc(
    "These terms are made up for a demonstration. They bind nobody.",
    heading("1. Who may use the app"),
    "Anyone who lives in the state, is 18 or older and gives a phone number that is theirs.",
    heading("2. Your wallet"),
    `Money in your wallet is yours. ${limit} We pay no interest on it.`,
    heading("3. What is not allowed"),
    bullets(
      "Using somebody else's account.",
      "Payments for what the law forbids.",
      "Reports that are knowingly false.",
    ),
    heading("4. Complaints"),
    "Write to support first. Who is not content may go to the Consumer Protection department of the Central Bank.",
  );

/** Versions of the terms and the privacy policy. Their entries exist since migrations/0003_first_rows.sql. */
export const LEGAL: readonly (Story & { earlier?: readonly Draft[] })[] = [
  {
    kind: "terms",
    earlier: [text("Terms & Conditions", TERMS("Limits of a day follow from your tier."))],
    draft: text("Terms & Conditions", TERMS("Limits of a day, and of the balance, follow from your tier.")),
    published: [
      { ago: 200 * DAY, until: null, mustAccept: true },
      { ago: 25 * DAY, until: null, mustAccept: true },
    ],
  },
  {
    kind: "privacy",
    draft: text(
      "Privacy Policy",
      doc(
        "This policy is made up for a demonstration. It binds nobody.",
        heading("What we keep"),
        bullets(
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
    published: [{ ago: 200 * DAY, until: null, mustAccept: true }],
  },
];
