import "server-only";
import type { ApplicationState, AwardKind, GrantQuestionKind, ProgrammeState } from "@/lib/contract/grant.values";
import type { RichText } from "@/lib/contract/rich-text.values";

/** Description of a demo programme and its history. Amounts in naira; times in days ago, negative for the future. */
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
  questions: readonly {
    kind: GrantQuestionKind;
    label: string;
    choices: readonly string[];
    answers: readonly string[];
  }[];
  /** Required documents; the first is a photo of the applicant. */
  documents: readonly string[];
  publishes?: true;
  /** Number of applications in each final state. */
  ends: Partial<Record<ApplicationState, number>>;
  /** Number of days ago on which the first payout batch was paid. */
  paid?: number;
  /** Number of approved applications in the payout batch that waits for approval. */
  waiting?: number;
  /** True if four applicants share one bank account and one phone. */
  fourIdentities?: true;
};
