import "server-only";
import type { ApplicationState, AwardKind, ProgrammeState, QuestionKind } from "@/lib/contract/grant.values";
import type { RichText } from "@/lib/contract/rich-text.values";

/** A programme of the demo with its course. Naira; days ago, negative: ahead. */
export type ProgrammeStory = {
  name: string;
  sponsor: string;
  purpose: string;
  about: RichText | null;
  state: ProgrammeState;
  award: AwardKind;
  amount: number;
  budget: number;
  opens?: number;
  closes?: number;
  completed?: number;
  tierMin?: number;
  ages?: readonly [least: number, most: number];
  questions: readonly { kind: QuestionKind; label: string; choices: readonly string[]; answers: readonly string[] }[];
  /** The first is a photo of the applicant. */
  documents: readonly string[];
  publishes?: true;
  /** How many applications there are by now in each state. */
  ends: Partial<Record<ApplicationState, number>>;
  /** Days ago that its first batch was paid. */
  paid?: number;
  /** Approved ones in a batch that waits for its approval. */
  waiting?: number;
  /** Four accounts with one bank account and one phone. */
  fourIdentities?: true;
};
