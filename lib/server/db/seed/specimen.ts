import "server-only";
import type { IdentityType } from "@/lib/contract/kyc.values";
import { drawTextLine, fitTextSize } from "./glyphs";
import { drawPortrait, type FaceTraits } from "./portrait";
import { createRandom, type SeedRandom } from "./random";

/** Text on a sample identity card; the number is always masked. */
export type IdentityCardDetails = {
  key: string;
  type: IdentityType;
  face: FaceTraits;
  surname: string;
  givenNames: string;
  dateOfBirth: string;
  gender: "female" | "male";
  last4: string;
  expiresOn: string | null;
};
/** An SVG picture with its size in pixels. */
export type Drawing = { svg: string; width: number; height: number };

const CARD_SIZE = { width: 900, height: 570 };
const SELFIE_SIZE = { width: 600, height: 720 };

/** Fictional designs without the issuer, arms or logo of any real organisation. */
const CARD_DESIGNS: Record<IdentityType, { title: string; dark: string; light: string; paper: string }> = {
  nin: { title: "Identity number card", dark: "#17603f", light: "#cfe8d8", paper: "#f3faf5" },
  bvn: { title: "Bank verification card", dark: "#1d4278", light: "#cfdcf0", paper: "#f3f6fc" },
  voters_card: { title: "Voter's card", dark: "#7a3b12", light: "#f0dcc6", paper: "#fcf7f0" },
  drivers_licence: { title: "Driver's licence", dark: "#7a2038", light: "#f2d5dc", paper: "#fdf5f6" },
  passport: { title: "Passport data page", dark: "#2f4a2c", light: "#dbe5cf", paper: "#f8faf2" },
};
const TABLE_COLOURS = ["#8a6a4d", "#5b5f66", "#b9a58a", "#3f4a4f", "#a7adb3", "#6e4f3a"];
const WALL_COLOURS = ["#d9d4c7", "#bccbd1", "#e4d3c0", "#a9b8a4", "#cfc3d6", "#93a7b5"];
const STAMP_RED = "#c01c2e";

/** Scale of the stored picture. At this scale, drawing takes a quarter less time, and the picture looks the same. */
const PICTURE_SCALE = 0.92;
/** Returns a picture of this SVG content. `gridSize`: size of the content's coordinate system. */
export function toDrawing(gridSize: { width: number; height: number }, body: string): Drawing {
  const [width, height] = [Math.round(gridSize.width * PICTURE_SCALE), Math.round(gridSize.height * PICTURE_SCALE)];
  const svgSize = `width="${width}" height="${height}" viewBox="0 0 ${gridSize.width} ${gridSize.height}"`;
  return { width, height, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${svgSize}>${body}</svg>` };
}

/** Draws a watermark across the whole image, so that no part of it looks like a real document. */
export function drawWatermark({ width, height }: { width: number; height: number }): string {
  const angle = (-Math.atan2(height, width) * 180) / Math.PI;
  const size = fitTextSize("Specimen", Math.hypot(width, height) * 0.66, 200);
  return `<g transform="translate(${width / 2} ${height / 2}) rotate(${angle.toFixed(1)})">
    ${drawTextLine("Specimen", 0, size * 0.35, { size, colour: STAMP_RED, weight: 1.7, anchor: "middle", opacity: 0.4 })}
    ${drawTextLine("Not a real document", 0, size * 0.35 + 52, { size: 26, colour: STAMP_RED, weight: 1.6, anchor: "middle", opacity: 0.62 })}</g>`;
}

/** Draws the card as if photographed on a table, slightly tilted. */
function placeOnTable(random: SeedRandom, face: string): Drawing {
  const tiltDegrees = random.between(-1.6, 1.6).toFixed(2);
  return toDrawing(
    CARD_SIZE,
    `<rect width="900" height="570" fill="${random.pick(TABLE_COLOURS)}"/>
    <g transform="rotate(${tiltDegrees} 450 285)"><rect x="34" y="36" width="840" height="510" rx="26" fill="#000" opacity=".28"/>${face}</g>
    ${drawWatermark(CARD_SIZE)}`,
  );
}

function drawCardBase(random: SeedRandom, { dark, light, paper }: (typeof CARD_DESIGNS)[IdentityType]): string {
  const waves = Array.from({ length: 5 }, (_, index) => {
    const y = 180 + index * 70;
    const waveHeight = random.between(20, 60).toFixed(0);
    return `M30 ${y}C250 ${y - Number(waveHeight)} 380 ${y + Number(waveHeight)} 560 ${y}S780 ${y - 30} 870 ${y + 10}`;
  });
  return `<rect x="30" y="30" width="840" height="510" rx="26" fill="${paper}"/>
    <path d="${waves.join("")}" fill="none" stroke="${light}" stroke-width="5"/>
    <path d="M30 56a26 26 0 0 1 26-26H844a26 26 0 0 1 26 26V118H30Z" fill="${dark}"/>
    <rect x="30" y="118" width="840" height="6" fill="#d8b13c"/>`;
}

function drawField(label: string, value: string, x: number, y: number, width: number, dark: string): string {
  return (
    drawTextLine(label, x, y, { size: 11, colour: dark, weight: 1.5 }) +
    drawTextLine(value, x, y + 34, { size: fitTextSize(value, width, 22), colour: "#1c1c1e", weight: 1.55 })
  );
}

function drawSignature(random: SeedRandom, x: number, y: number): string {
  let path = `M${x} ${y}`;
  for (let step = 0; step < 7; step++)
    path += `q${random.whole(4, 14)}-${random.whole(10, 44)} ${random.whole(14, 26)} ${random.whole(-8, 8)}`;
  return `<path d="${path}" fill="none" stroke="#1a2b6b" stroke-width="3" stroke-linecap="round"/>`;
}

/** Returns a day as printed on identity cards: 2026-11-30 becomes 30-11-2026. */
export const formatDay = (day: string) => day.split("-").reverse().join("-");

/** Draws the front of a sample identity card or passport. */
export function drawIdentityCardFront(card: IdentityCardDetails): Drawing {
  const random = createRandom(`front ${card.key}`);
  const design = CARD_DESIGNS[card.type];
  const { dark, light } = design;
  const machineLines =
    card.type === "passport"
      ? [
          `P<SPECIMEN<<${card.surname}<<${card.givenNames.replaceAll(" ", "<")}<<<<<<<<<<<<`,
          "NOT<A<REAL<DOCUMENT<<<<<<<<<<<<<<<<<<<<<<",
        ]
          .map((row, index) =>
            drawTextLine(row.slice(0, 40), 60, 496 + index * 30, { size: 15, colour: "#333", weight: 1.4 }),
          )
          .join("")
      : "";
  const shiftY = machineLines ? -18 : 0;
  return placeOnTable(
    random,
    `${drawCardBase(random, design)}
    ${drawTextLine(design.title, 62, 82, { size: 28, colour: "#fff", weight: 1.6 })}
    ${drawTextLine("Fictional design", 62, 106, { size: 10.5, colour: "#ffffffcc", weight: 1.4 })}
    <circle cx="806" cy="75" r="26" fill="none" stroke="#d8b13c" stroke-width="4"/><path d="M788 82q9-14 18 0t18 0M788 70q9-14 18 0t18 0" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>
    <rect x="64" y="156" width="230" height="${300 + shiftY}" fill="${light}"/>
    <g transform="translate(64 ${180 + shiftY}) scale(1.15)">${drawPortrait(card.face, card.key)}</g>
    <rect x="64" y="156" width="230" height="${300 + shiftY}" fill="none" stroke="${dark}" stroke-width="3"/>
    ${drawField("Surname", card.surname, 330, 172, 500, dark)}
    ${drawField("Given names", card.givenNames, 330, 236, 500, dark)}
    ${drawField("Date of birth", formatDay(card.dateOfBirth), 330, 300, 220, dark)}
    ${drawField("Sex", card.gender === "female" ? "F" : "M", 640, 300, 60, dark)}
    ${drawField("Number", `**** **** ${card.last4}`, 330, 364, 290, dark)}
    ${card.expiresOn ? drawField("Expires", formatDay(card.expiresOn), 640, 364, 200, dark) : ""}
    ${machineLines || drawSignature(random, 330, 464) + drawTextLine("Signature", 330, 512, { size: 10, colour: dark, weight: 1.4 })}`,
  );
}

/** Draws the back of driver's licences and voter's cards; its codes contain no data. */
export function drawIdentityCardBack(card: IdentityCardDetails): Drawing {
  const random = createRandom(`back ${card.key}`);
  const design = CARD_DESIGNS[card.type];
  let x = 70;
  let barcodePath = "";
  while (x < 820) {
    const width = random.whole(2, 9);
    barcodePath += `M${x} 400h${width}v90h-${width}Z`;
    x += width + random.whole(3, 9);
  }
  const qrPath = Array.from({ length: 14 * 14 }, (_, index) =>
    random.chance(0.48) ? `M${650 + (index % 14) * 12} ${160 + Math.floor(index / 14) * 12}h12v12h-12Z` : "",
  ).join("");
  const rows = ["This card belongs to nobody.", "It was drawn for a demonstration", "and opens no account anywhere."];
  return placeOnTable(
    random,
    `${drawCardBase(random, design)}
    ${drawTextLine(`${design.title} - back`, 62, 88, { size: 24, colour: "#fff", weight: 1.6 })}
    ${rows.map((row, index) => drawTextLine(row, 70, 190 + index * 34, { size: 15, colour: "#333", weight: 1.4 })).join("")}
    ${drawField("Number", `**** **** ${card.last4}`, 70, 300, 400, design.dark)}
    <path d="${barcodePath}${qrPath}" fill="#1c1c1e"/>`,
  );
}

/** Draws a selfie. Equal `place` keys give the same background. */
export function drawSelfie(face: FaceTraits, place: string): Drawing {
  const random = createRandom(place);
  const wall = random.pick(WALL_COLOURS);
  const background = random.pick(["window", "door", "curtain"] as const);
  const backgrounds = {
    window: `<rect x="380" y="40" width="190" height="240" fill="#eaf4fb" stroke="#fff" stroke-width="14"/><path d="M475 40V280M380 160H570" stroke="#fff" stroke-width="8"/>`,
    door: `<rect x="30" y="60" width="180" height="660" fill="#6d4a32"/><rect x="56" y="100" width="128" height="220" fill="none" stroke="#54371f" stroke-width="6"/>`,
    curtain: Array.from(
      { length: 8 },
      (_, i) => `<rect x="${i * 76}" width="38" height="720" fill="#000" opacity=".07"/>`,
    ).join(""),
  };
  const scale = random.between(2.55, 2.95);
  const offsetX = 300 - 100 * scale + random.between(-24, 24);
  return toDrawing(
    SELFIE_SIZE,
    `<rect width="600" height="720" fill="${wall}"/>${backgrounds[background]}
    <g transform="translate(${offsetX.toFixed(1)} ${(745 - 240 * scale).toFixed(1)}) rotate(${random.between(-3, 3).toFixed(1)} 100 200) scale(${scale.toFixed(3)})">${drawPortrait(face, place)}</g>
    ${drawWatermark(SELFIE_SIZE)}`,
  );
}
