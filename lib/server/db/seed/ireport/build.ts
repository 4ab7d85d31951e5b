import "server-only";
import type { IreportPriority } from "@/lib/contract/ireport.values";
import { HOUR } from "@/lib/server/db/seed/clock";
import type { Person } from "@/lib/server/db/seed/people";
import { idOf, only, type Random, randomOf } from "@/lib/server/db/seed/random";
import type { CategoryName } from "@/lib/server/setup/starter/report-categories";
import { type Course, type Done, follow, lengthOf, type Officer, type Standing } from "./course";
import { lgaOf, pointNear, type Spot, spotIn } from "./places";
import { type Category, categoryNamed } from "./set-up";
import { courseOf, type Plot, plots } from "./stories";
import { situationsOf, type Words, wordsFor } from "./texts";

/** A report with all data for its rows, photos and audit rows. */
export type Report = {
  id: string;
  number: string;
  key: string;
  plot: Plot;
  category: Category;
  /** Index of the problem within the category. */
  matter: number;
  spot: Spot;
  hasPoint: boolean;
  ward: string;
  words: Words;
  reporter: Person | null;
  submittedAt: Date;
  done: readonly Done[];
  standing: Standing;
  original: { id: string; number: string } | null;
  photos: number;
};
type Draft = Omit<Report, "id" | "number" | "original"> & { original: Draft | null };

/** Share of categories, in percent of all reports. */
const SHARES: Record<CategoryName, number> = {
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
/** Maximum hours by which a report is moved back to the evening before: more than from 22:00 to 06:00 (course.ts, `byDay`). */
const NIGHT = 10;
/** Age of the oldest report in hours. */
const REACH = 119 * 24;

/** Builds the reports of the last 120 days, in the order of submission. */
export function buildReports(now: Date, people: readonly Person[]): Report[] {
  const all = plots();
  const desk = {
    now,
    reporters: reportersFrom(people),
    titles: new Set<string>(),
    matters: new Map<CategoryName, number>(),
  };
  const drafts: Draft[] = [];
  for (const [index, plot] of all.entries()) if (!plot.alike) drafts.push(draftOf(desk, index, plot));
  const used = new Map<Draft, number>();
  for (const [index, plot] of all.entries()) if (plot.alike) drafts.push(alikeOf(desk, index, plot, drafts, used));
  drafts.sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const named = new Map(drafts.map((draft, index) => [draft.key, nameOf(index)]));
  return drafts.map((draft) => ({
    ...draft,
    ...only(named.get(draft.key)),
    original: draft.original && only(named.get(draft.original.key)),
  }));
}

const nameOf = (index: number) => ({ id: idOf("ireport", index), number: `IR-${String(index + 1).padStart(6, "0")}` });

type Desk = {
  now: Date;
  reporters: (random: Random, spot: Spot, at: Date) => Person | null;
  titles: Set<string>;
  matters: Map<CategoryName, number>;
};

function draftOf(desk: Desk, index: number, plot: Plot): Draft {
  const key = `report ${index}`;
  const random = randomOf(key);
  // The category for signs was closed, so it has only old reports. Officers who may see private reports handle those.
  const old = plot.state === "resolved" && !plot.asked && !plot.reopened && index % 17 === 0;
  const name = old ? "Street names and signs" : random.weighted<CategoryName>(SHARES);
  const category = categoryNamed(name);
  const matter = desk.matters.get(name) ?? 0;
  desk.matters.set(name, matter + 1);
  const officer = officerFor(random, category, desk.matters.get(name) ?? 0);
  const told = { random, category, plot, officer, anonymous: false };
  let course = courseOf(told);
  while (lengthOf(course) > REACH) course = courseOf(told);
  return written(desk, {
    key,
    random,
    plot,
    category,
    matter,
    course,
    spot: spotIn(random, lgaOf(random)),
    original: null,
  });
}

/** Picks an officer: mostly civic; support only for public reports. One private report belongs to civic. */
function officerFor(random: Random, category: Category, nth: number): Officer {
  if (category.hidden) return category.name === "Requests for bribes" && nth === 2 ? "civic" : "owner";
  return random.weighted<Officer>({ civic: 74, support: 20, owner: 6 });
}

/** Builds a report some hundred metres from another, about the same problem in different words. */
function alikeOf(desk: Desk, index: number, plot: Plot, drafts: readonly Draft[], used: Map<Draft, number>): Draft {
  const key = `report ${index}`;
  const random = randomOf(key);
  const age = (draft: Draft) => (desk.now.getTime() - draft.submittedAt.getTime()) / HOUR;
  const officer = random.weighted<Officer>({ civic: 2, support: 1 });
  const fits = (draft: Draft, course: Course) =>
    draft.hasPoint &&
    !draft.category.hidden &&
    !draft.plot.alike &&
    draft.plot.state !== "rejected" &&
    draft.category.name !== "Something else" &&
    (used.get(draft) ?? 0) < (plot.state === "duplicate" ? 3 : 1) &&
    age(draft) > lengthOf(course) + (plot.state === "duplicate" ? NIGHT : 1) &&
    age(draft) < lengthOf(course) + (plot.state === "duplicate" ? 80 : 24) * 24;
  for (const draft of random.shuffled(drafts)) {
    const told = { random, category: draft.category, plot, officer, anonymous: false };
    const course = courseOf(told);
    // A duplicate is submitted some days after its original.
    const since =
      plot.state === "duplicate"
        ? Math.max(0, age(draft) - random.between(NIGHT, 150) - lengthOf(course))
        : course.left;
    const placed = { ...course, left: since };
    if (!fits(draft, placed)) continue;
    used.set(draft, (used.get(draft) ?? 0) + 1);
    const spot = { ...draft.spot, ...pointNear(random, draft.spot, draft.spot.lga, 0.3) };
    const original = plot.state === "duplicate" ? draft : null;
    return written(desk, { ...draft, key, random, plot, course: placed, spot, original });
  }
  throw new Error("The demo data has no report that another one could be like.");
}

type Outline = Pick<Draft, "key" | "plot" | "category" | "matter" | "spot" | "original"> & {
  random: Random;
  course: Course;
};

function written(desk: Desk, outline: Outline): Draft {
  const { key, random, plot, category, matter, course, spot, original } = outline;
  const priority = random.weighted<IreportPriority>({ low: 12, normal: 68, high: 16, urgent: 4 });
  const followed = follow(randomOf(`course ${key}`), desk.now, category, course, priority);
  const alone = random.chance(category.hidden ? 0.65 : 0.13);
  return {
    key,
    plot,
    category,
    matter,
    spot,
    hasPoint: Boolean(plot.alike) || random.chance(0.84),
    ward: random.chance(0.4) ? `Ward ${random.whole(1, 12)}` : "",
    words: newWords(desk, key, category.name, matter, spot),
    reporter: alone ? null : desk.reporters(random, spot, followed.submittedAt),
    ...followed,
    original,
    photos: category.hidden || random.chance(0.55) ? 0 : Number(random.weighted({ 1: 58, 2: 30, 3: 12 })),
  };
}

/** Returns a title and text that no other report has. */
function newWords(desk: Desk, key: string, category: CategoryName, matter: number, spot: Spot): Words {
  for (let tries = 0; ; tries++) {
    const nth = tries < 6 ? matter : (matter + tries) % situationsOf(category);
    const words = wordsFor(randomOf(`words ${key} ${tries}`), category, nth, spot);
    const isNew = !desk.titles.has(words.title) && !desk.titles.has(words.text);
    if (!isNew && tries < 12) continue;
    if (desk.titles.has(words.text)) continue;
    desk.titles.add(words.title).add(words.text);
    return words;
  }
}

/** Returns a function that picks a reporter of the LGA; some citizens report repeatedly. */
function reportersFrom(people: readonly Person[]): Desk["reporters"] {
  const active = people.filter(({ status }) => status === "active");
  const regulars: Person[] = [];
  return (random, { lga }, at) => {
    const near = (person: Person) => person.lga === lga && person.joinedAt < at;
    const known = regulars.filter(near);
    if (known.length && random.chance(0.3)) return random.pick(known);
    const neighbours = active.filter(near);
    if (!neighbours.length) return null;
    const reporter = random.pick(neighbours);
    if (random.chance(0.4)) regulars.push(reporter);
    return reporter;
  };
}
