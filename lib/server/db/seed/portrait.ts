import "server-only";
import { createRandom, type SeedRandom } from "./random";

/** Features of a face. Equal values give the same face on the card and in the selfie. */
export type FaceTraits = { key: string; gender: "female" | "male"; age: number };

const SKIN_COLOURS = ["#a06f4c", "#8d5a3b", "#7d4d31", "#6b3f26", "#5a3420", "#4a2a1a"];
const CLOTHES_HEX = ["#1f4e79", "#7a1f3d", "#0f6b4f", "#c9892b", "#4b3b73", "#e8e2d6", "#2d2f36", "#b5502f", "#2a7f8c"];
const ACCENT_COLOURS = ["#f2c14e", "#f4ede4", "#d9572b", "#7fc8a9", "#203354", "#c2497a"];
const HAIR_COLOUR = "#17120f";
const GREY_HAIR = "#9a948e";

const HEAD_PATH = "M100 48C136 48 149 80 147 114C145 148 123 174 100 174C77 174 55 148 53 114C51 80 64 48 100 48Z";
const SHORT_HAIR_PATH =
  "M52 106C46 62 72 40 100 40C128 40 154 62 148 106C146 88 138 74 122 70C108 66 92 66 78 70C62 74 54 88 52 106Z";

const WOMEN = { headTie: 3, braids: 3, afro: 2, bun: 3, low: 1, bob: 2 } as const;
const MEN_STYLES = { low: 5, fade: 3, bald: 2, flatTop: 1, nativeCap: 1 } as const;
type Hairdo = keyof typeof WOMEN | keyof typeof MEN_STYLES;

/** Draws head and shoulders from simple shapes, 200 wide and 240 high. `outfit` selects the clothes. */
export function drawPortrait(face: FaceTraits, outfit: string): string {
  const random = createRandom(`face ${face.key}`);
  const skin = random.pick(SKIN_COLOURS);
  const style: Hairdo = face.gender === "female" ? random.weighted<Hairdo>(WOMEN) : random.weighted<Hairdo>(MEN_STYLES);
  const isGrey = face.age > 58 && random.chance(0.8);
  const hair = isGrey ? GREY_HAIR : HAIR_COLOUR;
  const clothColour = random.pick(CLOTHES_HEX);
  const accent = random.pick(ACCENT_COLOURS);
  const faceWidth = random.between(0.93, 1.06).toFixed(3);
  const head = [
    `<ellipse cx="52" cy="116" rx="9" ry="15" fill="${skin}"/><ellipse cx="148" cy="116" rx="9" ry="15" fill="${skin}"/>`,
    face.gender === "female" ? drawEarrings(random) : "",
    `<path d="${HEAD_PATH}" fill="${skin}"/>`,
    `<path d="M100 174C123 174 145 148 147 114C149 80 136 48 100 48C128 66 136 120 100 174Z" fill="#000" opacity=".1"/>`,
    face.gender === "male" ? drawBeard(random, hair, face.age) : "",
    drawFeatures(random, hair, face),
    drawHairFront(style, hair, clothColour, accent),
    random.chance(face.age > 45 ? 0.4 : 0.12) ? drawGlasses() : "",
  ].join("");
  return [
    drawHairBack(style, hair),
    drawBody(createRandom(`outfit ${outfit}`), skin),
    `<g transform="translate(100) scale(${faceWidth} 1) translate(-100)">${head}</g>`,
  ].join("");
}

function drawBody(random: SeedRandom, skin: string): string {
  const colour = random.pick(CLOTHES_HEX);
  const accent = random.pick(ACCENT_COLOURS);
  const collar = random.pick(["round", "shirt", "vee", "native"] as const);
  const shoulders = "M4 240C6 204 40 194 76 184C88 194 112 194 124 184C160 194 194 204 196 240Z";
  const neck = `<path d="M78 148H122V186C114 200 86 200 78 186Z" fill="${skin}"/><path d="M78 160C90 184 110 184 122 160V174C112 190 88 190 78 174Z" fill="#000" opacity=".22"/>`;
  const collars = {
    round: `<path d="M74 185C84 204 116 204 126 185" fill="none" stroke="${accent}" stroke-width="5"/>`,
    shirt: `<path d="M76 180 100 210 62 216ZM124 180 100 210 138 216Z" fill="#f7f5f0"/><path d="M100 210V240" stroke="#00000055" stroke-width="2"/>`,
    vee: `<path d="M80 184 100 222 120 184Z" fill="${skin}"/><path d="M77 184 100 226 123 184" fill="none" stroke="${accent}" stroke-width="4"/>`,
    native: `<path d="M77 184C88 200 112 200 123 184L118 240H82Z" fill="${accent}" opacity=".85"/><path d="M100 200V240" stroke="${colour}" stroke-width="3" stroke-dasharray="4 5"/>`,
  };
  return `<path d="${shoulders}" fill="${colour}"/>${collar === "vee" ? collars.vee + neck : neck + collars[collar]}`;
}

function drawFeatures(random: SeedRandom, hair: string, face: FaceTraits): string {
  const eyeShift = random.between(-3, 3);
  const eyeDistance = random.between(21, 25);
  const browWidth = face.gender === "female" ? 3 : random.between(4, 5.5);
  const browArch = random.between(4, 9);
  const noseWidth = random.between(9, 13);
  const smileCurve = random.between(0, 4);
  const lipColour = random.pick(
    face.gender === "female" ? ["#7b2f36", "#8f3b3f", "#5f2a27", "#a5434d"] : ["#5d302a", "#4f2822"],
  );
  const drawEye = (x: number) => `
    <path d="M${x - 12} ${104 + eyeShift - 4}q12-${browArch} 24 0" stroke="${hair}" stroke-width="${browWidth}" transform="translate(0 -7)" fill="none" stroke-linecap="round"/>
    <path d="M${x - 10} ${110 + eyeShift}q10-9 20 0q-10 8-20 0Z" fill="#f6f1ea"/><circle cx="${x}" cy="${109.5 + eyeShift}" r="4.6" fill="#24150e"/>
    <circle cx="${x + 1.5}" cy="${108 + eyeShift}" r="1.3" fill="#fff"/><path d="M${x - 10} ${110 + eyeShift}q10-10 20 0" stroke="#1b100a" stroke-width="2.2" fill="none"/>`;
  const wrinkles =
    face.age > 52
      ? `<path d="M76 130q-6 10-4 20M124 130q6 10 4 20M84 82q16-4 32 0" stroke="#000" stroke-width="1.6" fill="none" opacity=".25"/>`
      : "";
  return `${drawEye(100 - eyeDistance)}${drawEye(100 + eyeDistance)}${wrinkles}
    <path d="M96 112C95 122 93 128 ${100 - noseWidth} 134q2 6 8 3q4 3 8 0q6 3 8-3" fill="none" stroke="#000" stroke-width="2.2" opacity=".38" stroke-linecap="round"/>
    <path d="M82 ${150 - smileCurve / 2}Q92 145 97 147Q100 148 103 147Q108 145 118 ${150 - smileCurve / 2}Q110 ${157 + smileCurve} 100 ${157 + smileCurve}Q90 ${157 + smileCurve} 82 ${150 - smileCurve / 2}Z" fill="${lipColour}"/>
    <path d="M82 ${150 - smileCurve / 2}Q100 ${150 + smileCurve} 118 ${150 - smileCurve / 2}" stroke="#2a120f" stroke-width="1.6" fill="none" opacity=".7"/>`;
}

function drawBeard(random: SeedRandom, hair: string, age: number): string {
  const kind = age < 22 ? "none" : random.pick(["none", "none", "full", "moustache", "goatee"] as const);
  if (kind === "none") return "";
  const moustache = `<path d="M80 147q10-8 20-5q10-3 20 5q-10-2-20-1q-10-1-20 1Z" fill="${hair}"/>`;
  if (kind === "moustache") return moustache;
  if (kind === "goatee")
    return `${moustache}<path d="M86 160q14 5 28 0q-2 15-14 16q-12-1-14-16Z" fill="${hair}" opacity=".92"/>`;
  return `${moustache}<path d="M53 114C55 150 78 176 100 176C122 176 145 150 147 114C142 132 138 142 122 146C114 162 86 162 78 146C62 142 58 132 53 114Z" fill="${hair}" opacity=".88"/>`;
}

const drawEarrings = (random: SeedRandom) =>
  random.chance(0.7)
    ? `<circle cx="50" cy="136" r="4" fill="#e2b13c"/><circle cx="150" cy="136" r="4" fill="#e2b13c"/>`
    : "";

const drawGlasses = () =>
  `<g fill="#ffffff18" stroke="#1d1d1f" stroke-width="3"><rect x="60" y="98" width="33" height="25" rx="9"/><rect x="107" y="98" width="33" height="25" rx="9"/><path d="M93 108q7-4 14 0M60 106 50 104M140 106 150 104" fill="none"/></g>`;

function drawHairBack(style: Hairdo, hair: string): string {
  if (style === "afro") return `<ellipse cx="100" cy="88" rx="70" ry="66" fill="${hair}"/>`;
  if (style === "bob") return `<path d="M44 160C34 70 60 34 100 34C140 34 166 70 156 160Z" fill="${hair}"/>`;
  if (style === "bun") return `<circle cx="100" cy="32" r="24" fill="${hair}"/>`;
  if (style !== "braids") return "";
  const strands = [-62, -54, -46, -38, 38, 46, 54, 62].map((x, index) => {
    const endY = 176 + ((index * 7) % 5) * 6;
    return `<path d="M${100 + x * 0.8} 84Q${100 + x} 110 ${100 + x} ${endY}"/>`;
  });
  return `<path d="M44 120C40 66 62 36 100 36C138 36 160 66 156 120Z" fill="${hair}"/><g fill="none" stroke-linecap="round"><g stroke="${hair}" stroke-width="8.5">${strands.join("")}</g><g stroke="#57463a" stroke-width="5" stroke-dasharray="1 6">${strands.join("")}</g></g>`;
}

function drawHairFront(style: Hairdo, hair: string, clothColour: string, accent: string): string {
  switch (style) {
    case "bald":
      return `<path d="M78 60q18-10 36-4" stroke="#fff" stroke-width="5" opacity=".14" fill="none" stroke-linecap="round"/>`;
    case "fade":
      return `<path d="M58 82C62 52 80 42 100 42C120 42 138 52 142 82C132 68 118 64 100 64C82 64 68 68 58 82Z" fill="${hair}"/>`;
    case "flatTop":
      return `<path d="M53 96 58 34Q100 22 142 34L147 96C140 76 126 68 100 68C74 68 60 76 53 96Z" fill="${hair}"/>`;
    case "nativeCap":
      return `<path d="M50 84 58 34Q100 20 142 34L150 84Q100 66 50 84Z" fill="${clothColour}"/><path d="M51 80Q100 62 149 80" stroke="${accent}" stroke-width="5" fill="none"/>`;
    case "headTie":
      return `<path d="M48 92C30 70 40 26 78 22C104 2 152 12 160 44C168 62 160 82 152 92C140 70 120 64 100 64C80 64 60 70 48 92Z" fill="${clothColour}"/>
        <path d="M54 80C70 54 112 44 156 54M62 50C84 32 120 24 152 36M128 16C142 26 150 42 152 60" stroke="${accent}" stroke-width="4" fill="none" opacity=".8"/>`;
    case "braids":
      return `<path d="${SHORT_HAIR_PATH}" fill="${hair}"/><g stroke="#4a3a30" stroke-width="1.6" fill="none">${[-28, -14, 0, 14, 28].map((x) => `<path d="M${100 + x} 68Q${100 + x * 0.8} 52 ${100 + x * 0.4} 41"/>`).join("")}</g>`;
    default:
      return `<path d="${SHORT_HAIR_PATH}" fill="${hair}"/>`;
  }
}
