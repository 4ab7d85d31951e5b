import "server-only";
import type { Random } from "@/lib/server/db/seed/random";
import type { CategoryName } from "@/lib/server/setup/starter/report-categories";
import type { Spot } from "./places";
import { PUBLIC_PLACES } from "./texts-public";
import { ROADS } from "./texts-roads";
import { WASTE } from "./texts-waste";
import { WATER } from "./texts-water";

/** A problem with two titles and a text; `{where}`, `{street}`, `{town}` and `{mark}` are filled in. */
type Situation = readonly [title: string, other: string, text: string];
export type Situations = Partial<Record<CategoryName, readonly Situation[]>>;

const SITUATIONS: Record<CategoryName, readonly Situation[]> = { ...ROADS, ...WATER, ...WASTE, ...PUBLIC_PLACES };

const GREETINGS = [
  "Good morning.",
  "Good day.",
  "Good afternoon sir/ma.",
  "Please I want to report this.",
  "Greetings from {town}.",
  "Well done for your work.",
];
const SINCE = [
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
const WISHES = [
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

/** Categories without an ongoing problem, some of whose reports just say thank you. */
const PLAIN: readonly CategoryName[] = ["Something else", "Complaints about officials", "Requests for bribes"];

export type Words = { title: string; text: string };

/** Returns the title and text of a report. The same `nth` is the same problem, worded differently by each reporter. */
export function wordsFor(random: Random, category: CategoryName, nth: number, spot: Spot): Words {
  const situations = SITUATIONS[category];
  const [title, other, text] = situations[nth % situations.length] ?? random.pick(situations);
  const parts = [
    ...(random.chance(0.35) ? [random.pick(GREETINGS)] : []),
    text,
    ...(!PLAIN.includes(category) && random.chance(0.8) ? [random.pick(SINCE)] : []),
    ...(!PLAIN.includes(category) && random.chance(0.75) ? [random.pick(WISHES)] : []),
  ];
  return { title: filled(random.chance(0.5) ? title : other, spot), text: filled(parts.join(" "), spot) };
}

export const situationsOf = (category: CategoryName) => SITUATIONS[category].length;

function filled(text: string, { street, town, mark }: Spot): string {
  const where = town === "Calabar" ? street : `${street}, ${town}`;
  const values: Record<string, string> = { where, street, town, mark };
  const full = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return full.charAt(0).toUpperCase() + full.slice(1);
}
