import "server-only";
import type { IreportPriority } from "@/lib/contract/ireport.values";
import { HOUR_MS } from "@/lib/server/db/seed/clock";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { assertDefined, createRandom, type SeedRandom, seedId } from "@/lib/server/db/seed/random";
import type { StarterCategoryName } from "@/lib/server/setup/starter/report-categories";
import {
  applyReportSteps,
  type ReportOfficer,
  type ReportStatus,
  type ReportStepResult,
  type ReportTimeline,
  reportAgeHours,
} from "./apply-steps";
import { type DemoCategory, demoCategoryByName } from "./categories";
import { pickLga, pickPlace, pointNear, type ReportPlace } from "./places";
import { createReportTimeline, type ReportOutline, shuffledReportOutlines } from "./stories";
import { countSituations, createReportText, type ReportText } from "./texts";

/** A demo report with all data for its rows, photos and audit rows. */
export type DemoReport = {
  id: string;
  number: string;
  key: string;
  plot: ReportOutline;
  category: DemoCategory;
  /** Index of the report's problem in the list of problems of its category (texts.ts). */
  matter: number;
  spot: ReportPlace;
  hasPoint: boolean;
  ward: string;
  words: ReportText;
  reporter: DemoCitizen | null;
  submittedAt: Date;
  done: readonly ReportStepResult[];
  standing: ReportStatus;
  original: { id: string; number: string } | null;
  photos: number;
};
type DraftReport = Omit<DemoReport, "id" | "number" | "original"> & { original: DraftReport | null };

/** Weight of each category, in percent of all reports. */
const CATEGORY_SHARES: Record<StarterCategoryName, number> = {
  "Potholes and damaged roads": 17,
  "Street lights": 11,
  "Traffic and parking": 5,
  "Street names and signs": 0,
  "No water": 10,
  "Burst pipes": 6,
  "Flooding and blocked drains": 10,
  "Refuse not collected": 11,
  "Illegal dumping": 5,
  "Erosion and landslides": 5,
  "Fallen trees": 3,
  "Fire and gas": 5,
  "Health centres": 4,
  "Safety at night": 4,
  "School buildings": 5,
  Markets: 5,
  "Public offices": 3,
  "Something else": 3,
  "Complaints about officials": 2.5,
  "Requests for bribes": 2,
};
/** Maximum hours by which a report at night is moved to the evening before (apply-steps.ts); longer than any night. */
const NIGHT_HOURS = 10;
/** Age of the oldest report in hours. */
const MAX_AGE_HOURS = 119 * 24;

/** Builds the reports of the last 120 days, in the order of submission. */
export function buildReports(now: Date, people: readonly DemoCitizen[]): DemoReport[] {
  const outlines = shuffledReportOutlines();
  const desk = {
    now,
    reporters: createReporterPicker(people),
    titles: new Set<string>(),
    matters: new Map<StarterCategoryName, number>(),
  };
  const drafts: DraftReport[] = [];
  for (const [index, plot] of outlines.entries()) if (!plot.alike) drafts.push(createDraft(desk, index, plot));
  const used = new Map<DraftReport, number>();
  for (const [index, plot] of outlines.entries()) if (plot.alike) drafts.push(alikeOf(desk, index, plot, drafts, used));
  drafts.sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const namesByKey = new Map(drafts.map((draft, index) => [draft.key, reportIdAndNumber(index)]));
  return drafts.map((draft) => ({
    ...draft,
    ...assertDefined(namesByKey.get(draft.key)),
    original: draft.original && assertDefined(namesByKey.get(draft.original.key)),
  }));
}

const reportIdAndNumber = (index: number) => ({
  id: seedId("ireport", index),
  number: `IR-${String(index + 1).padStart(6, "0")}`,
});

type Context = {
  now: Date;
  reporters: (random: SeedRandom, spot: ReportPlace, at: Date) => DemoCitizen | null;
  titles: Set<string>;
  matters: Map<StarterCategoryName, number>;
};

function createDraft(desk: Context, index: number, plot: ReportOutline): DraftReport {
  const key = `report ${index}`;
  const random = createRandom(key);
  // Every 17th resolved report has the category for road signs. That category is closed, so it has only old reports.
  const isOld = plot.state === "resolved" && !plot.asked && !plot.reopened && index % 17 === 0;
  const name = isOld ? "Street names and signs" : random.weighted<StarterCategoryName>(CATEGORY_SHARES);
  const category = demoCategoryByName(name);
  const matter = desk.matters.get(name) ?? 0;
  desk.matters.set(name, matter + 1);
  const officer = officerFor(random, category, desk.matters.get(name) ?? 0);
  const outcomeInput = { random, category, plot, officer, anonymous: false };
  let course = createReportTimeline(outcomeInput);
  while (reportAgeHours(course) > MAX_AGE_HOURS) course = createReportTimeline(outcomeInput);
  return completeDraft(desk, {
    key,
    random,
    plot,
    category,
    matter,
    course,
    spot: pickPlace(random, pickLga(random)),
    original: null,
  });
}

/** Picks an officer: mostly the civic desk officer; the support officer only for public reports. */
function officerFor(random: SeedRandom, category: DemoCategory, situationIndex: number): ReportOfficer {
  if (category.hidden) return category.name === "Requests for bribes" && situationIndex === 2 ? "civic" : "owner";
  return random.weighted<ReportOfficer>({ civic: 74, support: 20, owner: 6 });
}

/** Builds a report of the same problem as another report, in different words and some hundred metres away. */
function alikeOf(
  desk: Context,
  index: number,
  plot: ReportOutline,
  drafts: readonly DraftReport[],
  usageCounts: Map<DraftReport, number>,
): DraftReport {
  const key = `report ${index}`;
  const random = createRandom(key);
  const ageHours = (draft: DraftReport) => (desk.now.getTime() - draft.submittedAt.getTime()) / HOUR_MS;
  const officer = random.weighted<ReportOfficer>({ civic: 2, support: 1 });
  const isSuitable = (draft: DraftReport, course: ReportTimeline) =>
    draft.hasPoint &&
    !draft.category.hidden &&
    !draft.plot.alike &&
    draft.plot.state !== "rejected" &&
    draft.category.name !== "Something else" &&
    (usageCounts.get(draft) ?? 0) < (plot.state === "duplicate" ? 3 : 1) &&
    ageHours(draft) > reportAgeHours(course) + (plot.state === "duplicate" ? NIGHT_HOURS : 1) &&
    ageHours(draft) < reportAgeHours(course) + (plot.state === "duplicate" ? 80 : 24) * 24;
  for (const draft of random.shuffled(drafts)) {
    const outcomeInput = { random, category: draft.category, plot, officer, anonymous: false };
    const course = createReportTimeline(outcomeInput);
    // A duplicate is submitted some days after its original.
    const hoursSince =
      plot.state === "duplicate"
        ? Math.max(0, ageHours(draft) - random.between(NIGHT_HOURS, 150) - reportAgeHours(course))
        : course.hoursSinceLastStep;
    const movedCourse = { ...course, hoursSinceLastStep: hoursSince };
    if (!isSuitable(draft, movedCourse)) continue;
    usageCounts.set(draft, (usageCounts.get(draft) ?? 0) + 1);
    const spot = { ...draft.spot, ...pointNear(random, draft.spot, draft.spot.lga, 0.3) };
    const original = plot.state === "duplicate" ? draft : null;
    return completeDraft(desk, { ...draft, key, random, plot, course: movedCourse, spot, original });
  }
  throw new Error("The demo data has no report that another one could be like.");
}

type DraftInput = Pick<DraftReport, "key" | "plot" | "category" | "matter" | "spot" | "original"> & {
  random: SeedRandom;
  course: ReportTimeline;
};

function completeDraft(desk: Context, draftInput: DraftInput): DraftReport {
  const { key, random, plot, category, matter, course, spot, original } = draftInput;
  const priority = random.weighted<IreportPriority>({ low: 12, normal: 68, high: 16, urgent: 4 });
  const courseResult = applyReportSteps(createRandom(`course ${key}`), desk.now, category, course, priority);
  const isAnonymous = random.chance(category.hidden ? 0.65 : 0.13);
  return {
    key,
    plot,
    category,
    matter,
    spot,
    hasPoint: Boolean(plot.alike) || random.chance(0.84),
    ward: random.chance(0.4) ? `Ward ${random.whole(1, 12)}` : "",
    words: uniqueText(desk, key, category.name, matter, spot),
    reporter: isAnonymous ? null : desk.reporters(random, spot, courseResult.submittedAt),
    ...courseResult,
    original,
    photos: category.hidden || random.chance(0.55) ? 0 : Number(random.weighted({ 1: 58, 2: 30, 3: 12 })),
  };
}

/** Returns a title and text that no other report has. */
function uniqueText(
  desk: Context,
  key: string,
  category: StarterCategoryName,
  matter: number,
  spot: ReportPlace,
): ReportText {
  for (let tries = 0; ; tries++) {
    const situationIndex = tries < 6 ? matter : (matter + tries) % countSituations(category);
    const words = createReportText(createRandom(`words ${key} ${tries}`), category, situationIndex, spot);
    const isNew = !desk.titles.has(words.title) && !desk.titles.has(words.text);
    if (!isNew && tries < 12) continue;
    if (desk.titles.has(words.text)) continue;
    desk.titles.add(words.title).add(words.text);
    return words;
  }
}

/** Returns a function that picks a reporter in the LGA; some citizens report repeatedly. */
function createReporterPicker(people: readonly DemoCitizen[]): Context["reporters"] {
  const active = people.filter(({ status }) => status === "active");
  const regularReporters: DemoCitizen[] = [];
  return (random, { lga }, at) => {
    const isNeighbour = (person: DemoCitizen) => person.lga === lga && person.joinedAt < at;
    const knownReporters = regularReporters.filter(isNeighbour);
    if (knownReporters.length && random.chance(0.3)) return random.pick(knownReporters);
    const neighbours = active.filter(isNeighbour);
    if (!neighbours.length) return null;
    const reporter = random.pick(neighbours);
    if (random.chance(0.4)) regularReporters.push(reporter);
    return reporter;
  };
}
