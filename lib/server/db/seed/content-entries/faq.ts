import "server-only";
import { DAY_MS } from "@/lib/server/db/seed/clock";
import { numberedList, richDoc } from "./rich";
import type { ContentEntryStory } from "./story";

type FaqQuestion = readonly [question: string, answer: ReturnType<typeof richDoc>, votes: readonly [number, number]];

const FAQ_GROUPS: Record<string, readonly FaqQuestion[]> = {
  "Sign-in and security": [
    [
      "I forgot my password. What can I do?",
      richDoc(
        numberedList(
          "Choose “Forgot password” at sign-in.",
          "Enter your phone number.",
          "Follow the link that we send you.",
        ),
      ),
      [48, 6],
    ],
    [
      "I lost my phone. Is my money safe?",
      richDoc("Yes. Call support at once, and we stop payments until you sign in again."),
      [35, 2],
    ],
    [
      "Why does the app ask for a code?",
      richDoc("The code proves that you have the phone. Never tell it to anybody."),
      [22, 4],
    ],
    [
      "How do I change my phone number?",
      richDoc("Choose Profile, then Phone number. We send a code to the old number and to the new one."),
      [17, 9],
    ],
  ],
  Wallet: [
    [
      "How do I put money into my wallet?",
      richDoc("By a transfer from your bank to the account number that the app shows, or by card."),
      [61, 5],
    ],
    [
      "How long does a transfer take?",
      richDoc("Mostly less than a minute. If a bank is slow it may take until the next day; the app shows the state."),
      [40, 11],
    ],
    [
      "What does a transfer cost?",
      richDoc("The fee is shown before you confirm. Between wallets of Cross River Pay it is free."),
      [33, 3],
    ],
    [
      "I sent money to the wrong person. Can I have it back?",
      richDoc("Call support at once. We ask the other person; only they, or a court, can give it back."),
      [18, 21],
    ],
    [
      "Why did my payment fail?",
      richDoc(
        "Most often the limit of the day is used up, or the bank did not answer. The money comes back by itself.",
      ),
      [26, 8],
    ],
  ],
  "Identity and limits": [
    [
      "Which limits hold for me?",
      richDoc(
        "They follow from your tier. Tier 1 needs a NIN or BVN, tier 2 an identity document, tier 3 a proof of address.",
      ),
      [44, 7],
    ],
    [
      "How long does the check of my identity take?",
      richDoc("Mostly a day. You get a message when it is decided."),
      [30, 12],
    ],
    [
      "Which documents are accepted?",
      richDoc(
        "National identity card, driver's licence, voter's card and passport; for the address a bill that is not older than three months.",
      ),
      [29, 3],
    ],
    [
      "Why was my request rejected?",
      richDoc("The message says why. Often a photo is not sharp: take a new one by daylight and send it again."),
      [15, 9],
    ],
  ],
  Reports: [
    [
      "What can I report?",
      richDoc("What is broken or dangerous in public: roads, lights, water, refuse, schools, markets."),
      [38, 2],
    ],
    ["Can I report without my name?", richDoc("Yes. You get a code with which you follow the report."), [27, 1]],
    [
      "Nobody answered my report.",
      richDoc("The app shows until when the department should act. After that somebody is reminded by itself."),
      [9, 14],
    ],
  ],
  Bills: [
    ["Which bills can I pay?", richDoc("Electricity, water, waste and school fees. More follow."), [31, 6]],
    ["Where is my electricity token?", richDoc("In the receipt: choose Transactions, then the payment."), [52, 4]],
    [
      "I paid a bill twice.",
      richDoc("Call support with both receipts. What the biller gives back comes to your wallet."),
      [11, 3],
    ],
  ],
};

/** FAQ entries in the order of their groups. In each group but one, the last entry is a draft. */
export const FAQ_STORIES: readonly ContentEntryStory[] = [
  ...Object.entries(FAQ_GROUPS).flatMap(([group, questions], groupIndex) =>
    questions.map(
      ([question, answer, votes], index): ContentEntryStory => ({
        kind: "faq",
        draft: { texts: { en: { question, answer } }, group },
        published: [{ ago: (110 - groupIndex * 12 - index) * DAY_MS, until: null }],
        votes,
      }),
    ),
  ),
  {
    kind: "faq",
    draft: { texts: { en: { question: "How do I buy a ticket for an event?", answer: null } }, group: "Events" },
    published: [],
  },
];

/** FAQ searches without a result, and how often they occurred. */
export const FAQ_EMPTY_SEARCHES: readonly (readonly [query: string, times: number])[] = [
  ["loan", 41],
  ["ussd", 27],
  ["pos agent", 19],
  ["dollar card", 12],
  ["delete account", 9],
  ["jamb", 6],
  ["savings interest", 4],
];
