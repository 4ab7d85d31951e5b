import "server-only";
import type { SeedRandom } from "@/lib/server/db/seed/random";
import type { StarterCategoryName } from "@/lib/server/setup/starter/report-categories";
import type { ReportPlace } from "./places";
import { PUBLIC_SITUATIONS } from "./texts-public";
import { ROAD_SITUATIONS } from "./texts-roads";
import { WASTE_SITUATIONS } from "./texts-waste";
import { WATER_SITUATIONS } from "./texts-water";

/** A problem with two alternative titles and a text. `{where}`, `{street}`, `{town}` and `{mark}` are replaced by the report's location. */
type Situation = readonly [title: string, other: string, text: string];
/** Problems that demo reports can be about, by report category. */
export type ReportSituations = Partial<Record<StarterCategoryName, readonly Situation[]>>;

const SITUATIONS: Record<StarterCategoryName, readonly Situation[]> = {
  ...ROAD_SITUATIONS,
  ...WATER_SITUATIONS,
  ...WASTE_SITUATIONS,
  ...PUBLIC_SITUATIONS,
};

const GREETINGS = [
  "Good morning.",
  "Good day.",
  "Good afternoon sir/ma.",
  "Please I want to report this.",
  "Greetings from {town}.",
  "Well done for your work.",
];
const DURATION_SENTENCES = [
  "It has been like this for about two weeks.",
  "It started after the heavy rain of last week.",
  "This is not the first time, the same thing happened last year.",
  "It has been so for more than a month now.",
  "I noticed it three days ago.",
  "We have told our councillor, but nothing happened.",
  "It gets worse every day.",
  "Since the beginning of this month nobody has come.",
  "I reported it at the council and they said that I should use the app.",
  "The chairman of our street association has also complained.",
  "My neighbours asked me to write on behalf of all of us.",
];
const REQUEST_SENTENCES = [
  "Please help us.",
  "We will be grateful if something is done soon.",
  "Kindly send somebody to look at it.",
  "You can call me and I will show you the place.",
  "Please do something before somebody dies there.",
  "God bless you as you attend to it.",
  "Thank you for listening to us.",
  "Abeg, let it not be like last time.",
  "We pay our levies, so please attend to us too.",
  "Anybody at {mark} can show your people the exact spot.",
];

/**
 * Categories whose reports may describe no current problem, such as a thank-you, so that they get no sentences about duration and repair.
 */
const PLAIN: readonly StarterCategoryName[] = ["Something else", "Complaints about officials", "Requests for bribes"];

/** Title and text of a demo report. */
export type ReportText = { title: string; text: string };

/** Returns title and text of a report. The same `situationIndex` gives the same problem in different words. */
export function createReportText(
  random: SeedRandom,
  category: StarterCategoryName,
  situationIndex: number,
  spot: ReportPlace,
): ReportText {
  const options = SITUATIONS[category];
  const [title, otherTitle, text] = options[situationIndex % options.length] ?? random.pick(options);
  const parts = [
    ...(random.chance(0.35) ? [random.pick(GREETINGS)] : []),
    text,
    ...(!PLAIN.includes(category) && random.chance(0.8) ? [random.pick(DURATION_SENTENCES)] : []),
    ...(!PLAIN.includes(category) && random.chance(0.75) ? [random.pick(REQUEST_SENTENCES)] : []),
  ];
  return { title: fillPlace(random.chance(0.5) ? title : otherTitle, spot), text: fillPlace(parts.join(" "), spot) };
}

/** Returns how many different problems a report category has. */
export const countSituations = (category: StarterCategoryName) => SITUATIONS[category].length;

function fillPlace(text: string, { street, town, mark }: ReportPlace): string {
  const where = town === "Calabar" ? street : `${street}, ${town}`;
  const values: Record<string, string> = { where, street, town, mark };
  const filledText = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return filledText.charAt(0).toUpperCase() + filledText.slice(1);
}
