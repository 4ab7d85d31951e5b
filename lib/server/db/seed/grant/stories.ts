import "server-only";
import { bulletList, richDoc } from "@/lib/server/db/seed/content-entries/rich";
import type { ProgrammeStory } from "./story";

const PLAN_CHOICES = ["Buy tools", "Rent a place", "Pay for training"] as const;

/** Demo grant programmes, each with its history. */
export const PROGRAMME_STORIES: readonly ProgrammeStory[] = [
  {
    name: "Market women: better stalls",
    sponsor: "Ministry of Women Affairs",
    purpose: "Roofs, shelves and lamps for traders who sell from open stalls.",
    about: richDoc("₦40,000 for each trader, to make an open stall dry and safe."),
    state: "completed",
    award: "fixed",
    amount: 40_000,
    budget: 1_800_000,
    opens: 92,
    closes: 76,
    completed: 40,
    questions: [
      {
        kind: "text",
        label: "In which market is your stall?",
        choices: [],
        answers: ["Watt Market, Calabar", "Ikom main market", "Ogoja central market", "Ugep market"],
      },
    ],
    documents: [],
    publishes: true,
    ends: { disbursed: 38, rejected: 9 },
    paid: 60,
  },
  {
    name: "Farmers: seed and tools for the second season",
    sponsor: "Ministry of Agriculture",
    purpose: "Seed, fertiliser and hand tools for farms of up to five hectares.",
    about: richDoc(
      "Up to ₦150,000 for farms of up to five hectares.",
      bulletList("Say what you grow", "Say what you need it for", "A letter of your cooperative helps"),
    ),
    state: "closed",
    award: "up_to",
    amount: 150_000,
    budget: 7_500_000,
    opens: 62,
    closes: 34,
    questions: [
      {
        kind: "choice",
        label: "What do you grow most?",
        choices: ["Cocoa", "Rice", "Yam"],
        answers: ["Cocoa", "Rice", "Yam"],
      },
      { kind: "number", label: "How many hectares?", choices: [], answers: ["1", "2", "3.5", "5"] },
    ],
    documents: [],
    publishes: true,
    ends: { disbursed: 24, payment_failed: 3, approved: 14, shortlisted: 6, submitted: 5, rejected: 15 },
    paid: 9,
    waiting: 8,
  },
  {
    name: "Young makers: tools and training",
    sponsor: "State enterprise fund",
    purpose: "A first set of tools, or a course, for people who start in a trade.",
    about: richDoc(
      "₦75,000 for people between 18 and 45 who start as a tailor, carpenter, welder, baker or in any other trade.",
      "Two people read each application. You hear from us by mail.",
    ),
    state: "open",
    award: "fixed",
    amount: 75_000,
    budget: 9_000_000,
    opens: 16,
    closes: -18,
    ages: [18, 45],
    questions: [
      { kind: "choice", label: "What is the grant for?", choices: [...PLAN_CHOICES], answers: [...PLAN_CHOICES] },
      {
        kind: "text",
        label: "What do you make, and for whom?",
        choices: [],
        answers: [
          "School uniforms for two schools in my street.",
          "Doors and window frames of iron.",
          "Bread and chin chin, sold at the motor park.",
          "Chairs and beds, by order of neighbours.",
        ],
      },
      { kind: "yes_no", label: "Have you had a grant before?", choices: [], answers: ["no", "no", "no", "yes"] },
    ],
    documents: ["Photo of you", "Identity card"],
    ends: { disbursed: 6, payment_failed: 2, approved: 12, shortlisted: 26, submitted: 58, rejected: 16 },
    paid: 2,
    fourIdentities: true,
  },
  {
    name: "Flood relief for riverside villages",
    sponsor: "",
    purpose: "Repairs of houses after the flood of October.",
    about: null,
    state: "draft",
    award: "up_to",
    amount: 200_000,
    budget: 0,
    questions: [],
    documents: [],
    ends: {},
  },
];
