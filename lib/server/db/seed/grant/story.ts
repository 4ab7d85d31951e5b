import "server-only";
import type { ApplicationState, AwardKind, ProgrammeState, QuestionKind } from "@/lib/contract/grant.values";
import type { RichText } from "@/lib/contract/rich-text.values";

/** A demo programme with its history. Amounts in naira; times in days ago, negative in the future. */
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
  /** Number of applications by final state. */
  ends: Partial<Record<ApplicationState, number>>;
  /** Days since the payment of its first batch. */
  paid?: number;
  /** Approved applications in a batch that waits for approval. */
  waiting?: number;
  /** True if four applicants share one bank account and one phone. */
  fourIdentities?: true;
};
