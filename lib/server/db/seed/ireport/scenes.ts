import "server-only";
import { drawTextLine } from "@/lib/server/db/seed/glyphs";
import { createRandom, type SeedRandom } from "@/lib/server/db/seed/random";
import type { StarterCategoryName } from "@/lib/server/setup/starter/report-categories";

/** Size of every demo report photo in pixels. */
export const REPORT_PHOTO_SIZE = { width: 480, height: 360 };

type SceneSubject =
  | "hole"
  | "lamp"
  | "cars"
  | "tap"
  | "pipe"
  | "flood"
  | "refuse"
  | "gully"
  | "tree"
  | "fire"
  | "building"
  | "stalls";
const SUBJECT_OF_CATEGORY: Record<StarterCategoryName, SceneSubject> = {
  "Potholes and damaged roads": "hole",
  "Street lights": "lamp",
  "Traffic and parking": "cars",
  "Street names and signs": "hole",
  "No water": "tap",
  "Burst pipes": "pipe",
  "Flooding and blocked drains": "flood",
  "Refuse not collected": "refuse",
  "Illegal dumping": "refuse",
  "Erosion and landslides": "gully",
  "Fallen trees": "tree",
  "Fire and gas": "fire",
  "Health centres": "building",
  "Safety at night": "lamp",
  "School buildings": "building",
  Markets: "stalls",
  "Public offices": "building",
  "Something else": "building",
  "Complaints about officials": "building",
  "Requests for bribes": "building",
};

/** Returns a report's photo as a drawing of simple shapes. Shows the problem, or the place after the repair. */
export function drawReportPhoto(key: string, category: StarterCategoryName, isMended: boolean): string {
  const random = createRandom(`scene ${key}`);
  const subject = SUBJECT_OF_CATEGORY[category];
  const isNight = subject === "lamp";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${REPORT_PHOTO_SIZE.width}" height="${REPORT_PHOTO_SIZE.height}" viewBox="0 0 480 360">${drawStreet(random, isNight)}${
    isMended && REMOVED_SUBJECTS.includes(subject) ? "" : PAINTER_OF_SUBJECT[subject](random, isMended)
  }${isMended ? drawRepairedGround(random, PATCHED_SUBJECTS.includes(subject)) : ""}
    <rect y="340" width="480" height="20" fill="#000" opacity=".55"/>
    ${drawTextLine("Drawn for a demonstration", 12, 354, { size: 8, colour: "#fff", weight: 1.5 })}</svg>`;
}

const SKY_COLOURS = ["#bcd9ea", "#d7e3e6", "#c9d3d8", "#a9cbe0"];
const HOUSE_COLOURS = ["#d9b48a", "#c8875d", "#e3d6b8", "#b7c4a6", "#cfa9a0", "#a4b8c4"];
const EARTH_COLOURS = ["#b5794a", "#a56a40", "#8f5a34"];

/** Draws sky, houses with tin roofs, red earth and a road. */
function drawStreet(random: SeedRandom, isNight: boolean): string {
  const houses = Array.from({ length: random.whole(3, 5) }, (_, index) => {
    const [x, width, height] = [index * 110 - random.whole(0, 40), random.whole(80, 120), random.whole(50, 90)];
    const top = 170 - height;
    return `<rect x="${x}" y="${top}" width="${width}" height="${height + 6}" fill="${random.pick(HOUSE_COLOURS)}"/>
      <path d="M${x - 8} ${top}L${x + width / 2} ${top - 34}L${x + width + 8} ${top}Z" fill="${random.pick(["#8c8f92", "#7a3d2c", "#5f6f5a"])}"/>
      <rect x="${x + 14}" y="${top + 18}" width="18" height="20" fill="#3d3a36"/><rect x="${x + width - 36}" y="${top + 24}" width="18" height="${height - 20}" fill="#4a3524"/>`;
  });
  const palmX = random.whole(40, 420);
  const leaves = [-60, -30, 0, 30, 60].map(
    (angle) => `<path d="M0 0q22-18 46 4q-24-8-46-4Z" transform="rotate(${angle - 90})"/>`,
  );
  return `<rect width="480" height="360" fill="${random.pick(SKY_COLOURS)}"/>${houses.join("")}
    <path d="M${palmX} 176q6-60-4-112" stroke="#6b5136" stroke-width="7" fill="none"/><g transform="translate(${palmX - 4} 64)" fill="#3f6b35">${leaves.join("")}</g>
    <rect y="174" width="480" height="186" fill="${random.pick(EARTH_COLOURS)}"/>
    <path d="M${random.whole(170, 215)} 174H${random.whole(265, 310)}L${random.whole(400, 470)} 360H${random.whole(10, 80)}Z" fill="#5d5c5b"/>
    <path d="M240 184v26m0 22v34m0 26v44" stroke="#d9d4c2" stroke-width="5" opacity=".7"/>
    ${isNight ? `<rect width="480" height="360" fill="#0b1230" opacity=".72"/>` : ""}`;
}

const blobPath = (random: SeedRandom, x: number, y: number, radiusX: number, radiusY: number) => {
  const points = Array.from({ length: 10 }, (_, index) => {
    const turn = (index / 10) * 2 * Math.PI;
    const scale = random.between(0.78, 1.18);
    return `${(x + Math.cos(turn) * radiusX * scale).toFixed(0)} ${(y + Math.sin(turn) * radiusY * scale).toFixed(0)}`;
  });
  return `M${points.join("L")}Z`;
};

/** Subjects of photos that are gone once the problem is fixed, and subjects that leave fresh tar behind. */
const REMOVED_SUBJECTS: readonly SceneSubject[] = ["hole", "cars", "pipe", "flood", "refuse", "gully", "tree", "fire"];
const PATCHED_SUBJECTS: readonly SceneSubject[] = ["hole", "pipe", "gully"];

const PAINTER_OF_SUBJECT: Record<SceneSubject, (random: SeedRandom, isMended: boolean) => string> = {
  hole: (random) => {
    const [x, y, radiusX] = [random.whole(180, 290), random.whole(255, 290), random.whole(60, 105)];
    return `<path d="${blobPath(random, x, y, radiusX, radiusX * 0.42)}" fill="#3b2f27"/><path d="${blobPath(random, x + 4, y + 6, radiusX * 0.72, radiusX * 0.26)}" fill="${random.pick(["#7d6a52", "#8a7a63", "#4c3c30"])}"/>
      <path d="${blobPath(random, x + radiusX, y - 50, 26, 10)}" fill="#3b2f27"/>`;
  },
  lamp: drawLamp,
  cars: (random) =>
    [0, 1, 2, 3]
      .map((index) => drawCar(random, 110 + (index % 2) * 150 + random.whole(-12, 12), 190 + index * 36))
      .join(""),
  tap: (
    random,
  ) => `<path d="M230 210V300H250V210Z" fill="#8d9499"/><path d="M222 214h60v14h-14v16h-14v-16h-32Z" fill="#b9bfc4"/>
    ${[0, 1, 2].map((index) => `<path d="M${90 + index * 46 + random.whole(-6, 6)} 270h38l-5 44h-28Z" fill="${random.pick(["#2f6db3", "#d0b32c", "#b33a2f", "#3c8c57"])}"/>`).join("")}`,
  pipe: (
    random,
  ) => `<path d="M0 312H480" stroke="#6d7478" stroke-width="16"/><path d="M${random.whole(200, 260)} 306q-30-110 10-160q34 60 14 160Z" fill="#d8ecf7" opacity=".9"/>
    <path d="${blobPath(random, 250, 318, 150, 26)}" fill="#8fb6c9" opacity=".8"/>`,
  flood: (random) => `<path d="M0 ${random.whole(206, 226)}q120-14 240 0t240 0V360H0Z" fill="#8b7a5c" opacity=".93"/>
    ${[0, 1, 2, 3].map((index) => `<path d="M${random.whole(0, 300)} ${246 + index * 26}q40-9 80 0t80 0" fill="none" stroke="#c7b995" stroke-width="4"/>`).join("")}
    <rect x="${random.whole(60, 380)}" y="236" width="34" height="20" rx="6" fill="#3f79b5" transform="rotate(-8 200 240)"/>`,
  refuse: (random) =>
    `<path d="M60 330q40-${random.whole(90, 150)} 150-${random.whole(110, 150)}q150-10 200 ${random.whole(120, 150)}Z" fill="#6d675c"/>${Array.from(
      { length: 26 },
      () =>
        `<path d="${blobPath(random, random.whole(100, 370), random.whole(220, 325), random.whole(9, 22), random.whole(7, 14))}" fill="${random.pick(["#e8e6df", "#2d2f33", "#2f6db3", "#c9c2a6", "#b33a2f", "#5f8c4a", "#d0b32c"])}"/>`,
    ).join("")}`,
  gully: (
    random,
  ) => `<path d="${blobPath(random, 250, 292, random.whole(130, 180), 62)}" fill="#6e3d20"/><path d="${blobPath(random, 256, 304, 110, 38)}" fill="#4a2814"/>
    ${[0, 1, 2, 3].map(() => `<path d="M${random.whole(150, 350)} 250q-8 30 6 60" stroke="#8f5530" stroke-width="4" fill="none"/>`).join("")}`,
  tree: (
    random,
  ) => `<path d="M20 ${random.whole(250, 290)}L430 ${random.whole(216, 250)}l6 24L26 ${random.whole(292, 312)}Z" fill="#5a4128"/>
    ${Array.from({ length: 9 }, () => `<path d="${blobPath(random, random.whole(270, 460), random.whole(190, 290), 40, 26)}" fill="${random.pick(["#3f6b35", "#4d7d3f", "#335a2c"])}"/>`).join("")}`,
  fire: (
    random,
  ) => `${Array.from({ length: 6 }, (_, index) => `<path d="M${140 + index * 34} 300q-${random.whole(14, 30)}-50 6-${random.whole(90, 140)}q34 60 22 ${random.whole(88, 130)}Z" fill="${random.pick(["#e2711d", "#f2b134", "#c8371d"])}"/>`).join("")}
    <path d="${blobPath(random, 250, 120, 120, 50)}" fill="#3a3a3c" opacity=".6"/>`,
  building: (random, isMended) => {
    const damage = `<path d="M${random.whole(130, 200)} 100l60-20l30 34l-70 8Z" fill="#23201d"/>
      <path d="M${random.whole(220, 300)} 290l-14-50l18-34l-10-46" stroke="#3a2c20" stroke-width="5" fill="none"/>`;
    const windows = [100, 210, 320].map((x) => `<rect x="${x}" y="160" width="54" height="60" fill="#38332e"/>`);
    return `<rect x="70" y="120" width="340" height="170" fill="${random.pick(["#e6ddc4", "#c9d6c0", "#d8c3a8"])}"/>
      <path d="M50 122L240 60L430 122Z" fill="#7f8487"/>${windows.join("")}${isMended ? "" : damage}`;
  },
  stalls: (random) =>
    [0, 1, 2]
      .map((index) => {
        const x = 20 + index * 156;
        return `<rect x="${x}" y="206" width="8" height="100" fill="#6b4d2e"/><rect x="${x + 120}" y="206" width="8" height="100" fill="#6b4d2e"/><rect x="${x - 8}" y="262" width="144" height="14" fill="#8a6237"/>
        <path d="M${x - 14} 208L${x + 64} 168L${x + 142} 208Z" fill="${random.pick(["#3f79b5", "#b33a2f", "#d0a92c", "#3c8c57"])}"/>`;
      })
      .join(""),
};

function drawCar(random: SeedRandom, x: number, y: number): string {
  const colour = random.pick(["#d9b12c", "#b33a2f", "#e8e6df", "#2f4f7a", "#3c8c57"]);
  return `<g transform="translate(${x} ${y}) scale(${(0.7 + (y - 190) / 260).toFixed(2)})"><path d="M0 30L14 4H78L92 30Z" fill="${colour}"/><rect x="-8" y="28" width="108" height="28" rx="6" fill="${colour}"/>
    <path d="M20 10H72L80 28H12Z" fill="#c9dbe4"/><circle cx="14" cy="58" r="11" fill="#1e1e20"/><circle cx="78" cy="58" r="11" fill="#1e1e20"/></g>`;
}

/** Draws a street lamp, on or off. */
function drawLamp(random: SeedRandom, isLit: boolean): string {
  const x = random.whole(120, 360);
  const light = `<path d="M${x + 44} 66L${x - 60} 330H${x + 150}Z" fill="#ffe9a8" opacity=".35"/><circle cx="${x + 46}" cy="64" r="12" fill="#fff3c4"/>`;
  return `<path d="M${x} 330V60q0-14 20-14h28" stroke="#4a4f55" stroke-width="8" fill="none"/><rect x="${x + 32}" y="46" width="30" height="14" fill="#2a2d31"/>${isLit ? light : ""}`;
}

/** Draws clean ground with a traffic cone, and fresh tar where a hole was. */
function drawRepairedGround(random: SeedRandom, isPatched: boolean): string {
  const tarSvg = `<path d="${blobPath(random, 240, 275, random.whole(80, 120), 36)}" fill="#2c2c2e"/>`;
  return `${isPatched ? tarSvg : ""}<path d="M60 334h360" stroke="#e8e2d0" stroke-width="3" opacity=".6"/>
    <path d="M392 250l14 66h-30Z" fill="#e2711d"/><path d="M386 276h13" stroke="#fff" stroke-width="6"/>`;
}
