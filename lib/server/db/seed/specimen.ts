import "server-only";
import type { IdentityType } from "@/lib/contract/kyc.values";
import { line, sizeWithin } from "./glyphs";
import { type Face, portrait } from "./portrait";
import { type Random, randomOf } from "./random";

/** Text on a card; the number is always masked. */
export type Card = {
  key: string;
  type: IdentityType;
  face: Face;
  surname: string;
  givenNames: string;
  dateOfBirth: string;
  gender: "female" | "male";
  last4: string;
  expiresOn: string | null;
};
export type Drawing = { svg: string; width: number; height: number };

const CARD = { width: 900, height: 570 };
const SELFIE = { width: 600, height: 720 };

/** Fictional designs without the issuer, arms or logo of any real organisation. */
const DESIGNS: Record<IdentityType, { title: string; dark: string; light: string; paper: string }> = {
  nin: { title: "Identity number card", dark: "#17603f", light: "#cfe8d8", paper: "#f3faf5" },
  bvn: { title: "Bank verification card", dark: "#1d4278", light: "#cfdcf0", paper: "#f3f6fc" },
  voters_card: { title: "Voter's card", dark: "#7a3b12", light: "#f0dcc6", paper: "#fcf7f0" },
  drivers_licence: { title: "Driver's licence", dark: "#7a2038", light: "#f2d5dc", paper: "#fdf5f6" },
  passport: { title: "Passport data page", dark: "#2f4a2c", light: "#dbe5cf", paper: "#f8faf2" },
};
const TABLES = ["#8a6a4d", "#5b5f66", "#b9a58a", "#3f4a4f", "#a7adb3", "#6e4f3a"];
const WALLS = ["#d9d4c7", "#bccbd1", "#e4d3c0", "#a9b8a4", "#cfc3d6", "#93a7b5"];
const RED = "#c01c2e";

/** Scale of the stored picture: drawing is a quarter faster, without visible difference. */
const SCALE = 0.92;
export function drawing(grid: { width: number; height: number }, body: string): Drawing {
  const [width, height] = [Math.round(grid.width * SCALE), Math.round(grid.height * SCALE)];
  const box = `width="${width}" height="${height}" viewBox="0 0 ${grid.width} ${grid.height}"`;
  return { width, height, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${body}</svg>` };
}

/** Draws a watermark across the whole image, so that no part of it can pass for real. */
export function watermark({ width, height }: { width: number; height: number }): string {
  const angle = (-Math.atan2(height, width) * 180) / Math.PI;
  const size = sizeWithin("Specimen", Math.hypot(width, height) * 0.66, 200);
  return `<g transform="translate(${width / 2} ${height / 2}) rotate(${angle.toFixed(1)})">
    ${line("Specimen", 0, size * 0.35, { size, colour: RED, weight: 1.7, anchor: "middle", opacity: 0.4 })}
    ${line("Not a real document", 0, size * 0.35 + 52, { size: 26, colour: RED, weight: 1.6, anchor: "middle", opacity: 0.62 })}</g>`;
}

/** Draws the card as if photographed on a table, slightly tilted. */
function onTable(random: Random, face: string): Drawing {
  const tilt = random.between(-1.6, 1.6).toFixed(2);
  return drawing(
    CARD,
    `<rect width="900" height="570" fill="${random.pick(TABLES)}"/>
    <g transform="rotate(${tilt} 450 285)"><rect x="34" y="36" width="840" height="510" rx="26" fill="#000" opacity=".28"/>${face}</g>
    ${watermark(CARD)}`,
  );
}

function ground(random: Random, { dark, light, paper }: (typeof DESIGNS)[IdentityType]): string {
  const waves = Array.from({ length: 5 }, (_, index) => {
    const y = 180 + index * 70;
    const lift = random.between(20, 60).toFixed(0);
    return `M30 ${y}C250 ${y - Number(lift)} 380 ${y + Number(lift)} 560 ${y}S780 ${y - 30} 870 ${y + 10}`;
  });
  return `<rect x="30" y="30" width="840" height="510" rx="26" fill="${paper}"/>
    <path d="${waves.join("")}" fill="none" stroke="${light}" stroke-width="5"/>
    <path d="M30 56a26 26 0 0 1 26-26H844a26 26 0 0 1 26 26V118H30Z" fill="${dark}"/>
    <rect x="30" y="118" width="840" height="6" fill="#d8b13c"/>`;
}

function field(label: string, value: string, x: number, y: number, width: number, dark: string): string {
  return (
    line(label, x, y, { size: 11, colour: dark, weight: 1.5 }) +
    line(value, x, y + 34, { size: sizeWithin(value, width, 22), colour: "#1c1c1e", weight: 1.55 })
  );
}

function signature(random: Random, x: number, y: number): string {
  let path = `M${x} ${y}`;
  for (let step = 0; step < 7; step++)
    path += `q${random.whole(4, 14)}-${random.whole(10, 44)} ${random.whole(14, 26)} ${random.whole(-8, 8)}`;
  return `<path d="${path}" fill="none" stroke="#1a2b6b" stroke-width="3" stroke-linecap="round"/>`;
}

export const printedDay = (day: string) => day.split("-").reverse().join("-");

export function cardFront(card: Card): Drawing {
  const random = randomOf(`front ${card.key}`);
  const design = DESIGNS[card.type];
  const { dark, light } = design;
  const machineRows =
    card.type === "passport"
      ? [
          `P<SPECIMEN<<${card.surname}<<${card.givenNames.replaceAll(" ", "<")}<<<<<<<<<<<<`,
          "NOT<A<REAL<DOCUMENT<<<<<<<<<<<<<<<<<<<<<<",
        ]
          .map((row, index) => line(row.slice(0, 40), 60, 496 + index * 30, { size: 15, colour: "#333", weight: 1.4 }))
          .join("")
      : "";
  const low = machineRows ? -18 : 0;
  return onTable(
    random,
    `${ground(random, design)}
    ${line(design.title, 62, 82, { size: 28, colour: "#fff", weight: 1.6 })}
    ${line("Fictional design", 62, 106, { size: 10.5, colour: "#ffffffcc", weight: 1.4 })}
    <circle cx="806" cy="75" r="26" fill="none" stroke="#d8b13c" stroke-width="4"/><path d="M788 82q9-14 18 0t18 0M788 70q9-14 18 0t18 0" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>
    <rect x="64" y="156" width="230" height="${300 + low}" fill="${light}"/>
    <g transform="translate(64 ${180 + low}) scale(1.15)">${portrait(card.face, card.key)}</g>
    <rect x="64" y="156" width="230" height="${300 + low}" fill="none" stroke="${dark}" stroke-width="3"/>
    ${field("Surname", card.surname, 330, 172, 500, dark)}
    ${field("Given names", card.givenNames, 330, 236, 500, dark)}
    ${field("Date of birth", printedDay(card.dateOfBirth), 330, 300, 220, dark)}
    ${field("Sex", card.gender === "female" ? "F" : "M", 640, 300, 60, dark)}
    ${field("Number", `**** **** ${card.last4}`, 330, 364, 290, dark)}
    ${card.expiresOn ? field("Expires", printedDay(card.expiresOn), 640, 364, 200, dark) : ""}
    ${machineRows || signature(random, 330, 464) + line("Signature", 330, 512, { size: 10, colour: dark, weight: 1.4 })}`,
  );
}

/** Draws the back of driver's licences and voter's cards; its codes contain no data. */
export function cardBack(card: Card): Drawing {
  const random = randomOf(`back ${card.key}`);
  const design = DESIGNS[card.type];
  let x = 70;
  let bars = "";
  while (x < 820) {
    const width = random.whole(2, 9);
    bars += `M${x} 400h${width}v90h-${width}Z`;
    x += width + random.whole(3, 9);
  }
  const squares = Array.from({ length: 14 * 14 }, (_, index) =>
    random.chance(0.48) ? `M${650 + (index % 14) * 12} ${160 + Math.floor(index / 14) * 12}h12v12h-12Z` : "",
  ).join("");
  const rows = ["This card belongs to nobody.", "It was drawn for a demonstration", "and opens no account anywhere."];
  return onTable(
    random,
    `${ground(random, design)}
    ${line(`${design.title} - back`, 62, 88, { size: 24, colour: "#fff", weight: 1.6 })}
    ${rows.map((row, index) => line(row, 70, 190 + index * 34, { size: 15, colour: "#333", weight: 1.4 })).join("")}
    ${field("Number", `**** **** ${card.last4}`, 70, 300, 400, design.dark)}
    <path d="${bars}${squares}" fill="#1c1c1e"/>`,
  );
}

/** Draws a face in front of a wall. */
export function selfie(face: Face, place: string): Drawing {
  const random = randomOf(place);
  const wall = random.pick(WALLS);
  const scene = random.pick(["window", "door", "curtain"] as const);
  const scenes = {
    window: `<rect x="380" y="40" width="190" height="240" fill="#eaf4fb" stroke="#fff" stroke-width="14"/><path d="M475 40V280M380 160H570" stroke="#fff" stroke-width="8"/>`,
    door: `<rect x="30" y="60" width="180" height="660" fill="#6d4a32"/><rect x="56" y="100" width="128" height="220" fill="none" stroke="#54371f" stroke-width="6"/>`,
    curtain: Array.from(
      { length: 8 },
      (_, i) => `<rect x="${i * 76}" width="38" height="720" fill="#000" opacity=".07"/>`,
    ).join(""),
  };
  const scale = random.between(2.55, 2.95);
  const left = 300 - 100 * scale + random.between(-24, 24);
  return drawing(
    SELFIE,
    `<rect width="600" height="720" fill="${wall}"/>${scenes[scene]}
    <g transform="translate(${left.toFixed(1)} ${(745 - 240 * scale).toFixed(1)}) rotate(${random.between(-3, 3).toFixed(1)} 100 200) scale(${scale.toFixed(3)})">${portrait(face, place)}</g>
    ${watermark(SELFIE)}`,
  );
}
