import "server-only";
import type { IreportPriority, IreportState } from "@/lib/contract/ireport.values";
import { createRandom, type SeedRandom } from "@/lib/server/db/seed/random";
import { SAME_REPORT_MESSAGE } from "@/lib/server/ireport/mark-duplicate";
import type { ReportOfficer, ReportStep, ReportTimeline } from "./apply-steps";
import type { DemoCategory } from "./categories";
import {
  CITIZEN_REOPENING_TEXTS,
  INTERNAL_NOTE_TEXTS,
  OFFICER_REOPENING_TEXTS,
  pickQuestionAndAnswer,
  pickRejection,
  pickResolutionText,
  pickUpdateText,
  RATING_COMMENTS,
} from "./replies";

/** Outcome of a demo report. `late`: a deadline has passed. `free`: an officer claimed the report and released it again. */
export type ReportOutline = {
  state: IreportState;
  late?: true;
  free?: true;
  /** State in which an officer asks or asked the citizen a question. */
  asked?: "submitted" | "acknowledged" | "in_progress";
  reopened?: "citizen" | "desk";
  rated?: true;
  /** True if the report is about the same problem as another report. In state `duplicate`, an officer has marked it as a duplicate. */
  alike?: true;
};

/** Number of reports by outcome, 400 in total. */
const QUOTAS: readonly [count: number, plot: ReportOutline][] = [
  [6, { state: "submitted" }],
  [5, { state: "submitted", alike: true }],
  [13, { state: "submitted", late: true }],
  [5, { state: "acknowledged" }],
  [3, { state: "acknowledged", alike: true }],
  [13, { state: "acknowledged", late: true }],
  [3, { state: "acknowledged", free: true }],
  [8, { state: "in_progress" }],
  [6, { state: "in_progress", asked: "in_progress" }],
  [13, { state: "in_progress", late: true }],
  [7, { state: "in_progress", reopened: "citizen" }],
  [3, { state: "in_progress", reopened: "desk" }],
  [2, { state: "waiting_for_citizen", asked: "submitted" }],
  [6, { state: "waiting_for_citizen", asked: "acknowledged" }],
  [16, { state: "waiting_for_citizen", asked: "in_progress" }],
  [75, { state: "resolved" }],
  [84, { state: "resolved", rated: true }],
  [18, { state: "resolved", asked: "in_progress", rated: true }],
  [14, { state: "resolved", asked: "acknowledged" }],
  [24, { state: "resolved", late: true }],
  [10, { state: "resolved", reopened: "citizen", rated: true }],
  [42, { state: "rejected" }],
  [24, { state: "duplicate", alike: true }],
];

/** Returns the outcomes of all demo reports, shuffled the same way at each load. */
export const shuffledReportOutlines = (): ReportOutline[] =>
  createRandom("report plots").shuffled(QUOTAS.flatMap(([count, plot]) => Array.from({ length: count }, () => plot)));

type TimelineInput = {
  random: SeedRandom;
  category: DemoCategory;
  plot: ReportOutline;
  officer: ReportOfficer;
  anonymous: boolean;
};

/**
 * Returns a report's steps until now, at such times that the report meets or misses the category's target hours as its outcome requires.
 */
export function createReportTimeline(input: TimelineInput): ReportTimeline {
  const { random, plot } = input;
  const { submittedHours, acknowledgedHours, inProgressHours } = input.category.targets;
  const late = plot.late ?? false;
  const open = { nightMoveRule: late ? "late" : "open", hoursSinceLastStep: 0 } as const;
  switch (plot.state) {
    case "submitted":
      return { ...open, steps: [], hoursSinceLastStep: stateHours(random, submittedHours, late) };
    case "acknowledged":
      return {
        ...open,
        steps: [...claim(input), ...release(input)],
        hoursSinceLastStep: stateHours(random, acknowledgedHours, late),
      };
    case "in_progress":
      return { ...open, steps: workSteps(input), hoursSinceLastStep: stateHours(random, inProgressHours, late) };
    case "waiting_for_citizen":
      return { ...open, steps: waitingSteps(input), hoursSinceLastStep: questionAge(random) };
    case "duplicate":
      return { nightMoveRule: "ended", steps: duplicateSteps(input), hoursSinceLastStep: 0 };
    default:
      return { nightMoveRule: "ended", steps: endSteps(input), hoursSinceLastStep: hoursSinceEnd(random, plot) };
  }
}

/** Picks how many hours a report has been in its state: well below the target, or late by days or weeks. */
const stateHours = (random: SeedRandom, target: number, late: boolean) =>
  target * (late ? random.between(1.25, random.chance(0.3) ? 2.6 : 16) : random.between(0.04, 0.7));

/** Picks the hours since the question to the citizen: below 90 for four in ten, and at least 100 for citizens who no longer answer. */
const questionAge = (random: SeedRandom) => (random.chance(0.4) ? random.between(3, 90) : random.between(100, 1_400));

/** Picks the hours since a report was closed: some within two weeks, the others evenly over three months. */
function hoursSinceEnd(random: SeedRandom, { reopened }: ReportOutline): number {
  const days = random.chance(0.08) ? random.between(0.1, 13) : random.between(24, reopened ? 75 : 88);
  return days * 24;
}

function claim({ random, category, plot, officer }: TimelineInput): ReportStep[] {
  const slow = plot.late && plot.state !== "acknowledged" && random.chance(0.6);
  const gap = category.targets.submittedHours * (slow ? random.between(1.2, 2) : random.between(0.05, 0.5));
  return [
    {
      gap,
      by: officer,
      action: random.chance(0.5) ? "ireport.next" : "ireport.claim",
      to: "acknowledged",
      owner: officer,
    },
    ...triageSteps(random, officer),
  ];
}

/** Adds a change of priority and an internal note to some reports. */
function triageSteps(random: SeedRandom, officer: ReportOfficer): ReportStep[] {
  const steps: ReportStep[] = [];
  const priority = random.weighted<IreportPriority>({ urgent: 1, high: 3, low: 2 });
  if (random.chance(0.22)) steps.push({ gap: 0.05, by: officer, action: "ireport.prioritise", priority });
  if (random.chance(0.3))
    steps.push({ gap: 0.3, by: officer, action: "ireport.note", note: random.pick(INTERNAL_NOTE_TEXTS) });
  return steps;
}

const release = ({ random, plot, officer }: TimelineInput): ReportStep[] =>
  plot.free ? [{ gap: random.between(0.5, 3), by: officer, action: "ireport.release", owner: null }] : [];

function startStep({ random, category, officer }: TimelineInput): ReportStep {
  const gap = category.targets.acknowledgedHours * random.between(0.05, 0.45);
  return { gap, by: officer, action: "ireport.changeState", to: "in_progress" };
}

function questionSteps({ random, officer }: TimelineInput, back: IreportState | null): ReportStep[] {
  const { question, answer } = pickQuestionAndAnswer(random);
  const ask: ReportStep = {
    gap: random.between(0.4, 4),
    by: officer,
    action: "ireport.ask",
    to: "waiting_for_citizen",
    message: { kind: "question", text: question },
  };
  if (!back) return [ask];
  const answerMessage = { kind: "answer", text: answer } as const;
  return [ask, { gap: random.between(2, 40), by: null, action: "ireport.answer", to: back, message: answerMessage }];
}

const updateStep = ({ random, category, officer }: TimelineInput): ReportStep => ({
  gap: category.targets.inProgressHours * random.between(0.05, 0.2),
  by: officer,
  action: "ireport.inform",
  message: { kind: "update", text: pickUpdateText(random, category.name) },
});

/** Returns the steps until work is in progress, or in progress again for a reopened report. */
function workSteps(input: TimelineInput): ReportStep[] {
  const { random, plot, officer } = input;
  const earlyQuestion = plot.asked === "acknowledged" ? questionSteps(input, "acknowledged") : [];
  const lateQuestion = plot.asked === "in_progress" ? questionSteps(input, "in_progress") : [];
  const updates = random.chance(0.5) && !plot.late ? [{ ...updateStep(input), gap: 1 }] : [];
  const steps = [...claim(input), ...earlyQuestion, startStep(input), ...lateQuestion, ...updates];
  if (!plot.reopened) return steps;
  const reopenStep: ReportStep = {
    gap: random.between(8, 200),
    by: plot.reopened === "desk" ? officer : null,
    action: plot.reopened === "desk" ? "ireport.reopen" : "ireport.reopenAsCitizen",
    to: "in_progress",
    message: {
      kind: "reopening",
      text: random.pick(plot.reopened === "desk" ? OFFICER_REOPENING_TEXTS : CITIZEN_REOPENING_TEXTS),
    },
  };
  return [...steps, resolveStep(input), reopenStep];
}

function waitingSteps(input: TimelineInput): ReportStep[] {
  const ask = questionSteps(input, null);
  if (input.plot.asked === "submitted") return ask.map((step) => ({ ...step, owner: input.officer }));
  if (input.plot.asked === "acknowledged") return [...claim(input), ...ask];
  return [...claim(input), startStep(input), ...ask];
}

function resolveStep({ random, category, plot, officer }: TimelineInput): ReportStep {
  const slow = plot.late ? random.between(1.4, 2.2) : random.between(0.08, 0.45);
  return {
    gap: category.targets.inProgressHours * slow,
    by: officer,
    action: "ireport.resolve",
    to: "resolved",
    message: { kind: "resolution", text: pickResolutionText(random, category.name), photo: random.chance(0.4) },
  };
}

function endSteps(input: TimelineInput): ReportStep[] {
  const { random, plot, officer } = input;
  if (plot.state === "resolved") {
    const work = random.chance(0.45) ? [updateStep(input)] : [];
    return [...workSteps(input), ...work, resolveStep(input), ...(plot.rated ? [ratingStep(random)] : [])];
  }
  const { reason, text } = pickRejection(random);
  const rejectStep: ReportStep = {
    gap: random.between(1, 10),
    by: officer,
    action: "ireport.reject",
    to: "rejected",
    rejection: reason,
    message: { kind: "rejection", text },
  };
  return [...claim(input), startStep(input), rejectStep];
}

function ratingStep(random: SeedRandom): ReportStep {
  const stars = Number(random.weighted({ 1: 4, 2: 5, 3: 10, 4: 22, 5: 25 }));
  const comment = random.pick(RATING_COMMENTS[stars] ?? [""]);
  return { gap: random.between(0.5, 60), by: null, action: "ireport.rate", rating: { stars, comment } };
}

/** Returns the steps of a duplicate, marked before any deadline passes. */
function duplicateSteps({ random, officer }: TimelineInput): ReportStep[] {
  const stepBase = { by: officer, action: "ireport.markDuplicate" };
  return [
    { ...stepBase, gap: random.between(0.3, 2.5), to: "acknowledged", owner: officer },
    { ...stepBase, gap: 0.01, to: "in_progress" },
    { ...stepBase, gap: 0.01, to: "duplicate", message: { kind: "duplicate", text: SAME_REPORT_MESSAGE } },
  ];
}
