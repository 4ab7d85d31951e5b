import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { imageSizes, images } from "@/lib/server/db/schema/content-entries";
import { files } from "@/lib/server/db/schema/file";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { DAY_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import { startDrawingProcess } from "@/lib/server/db/seed/draw";
import { drawTextLine } from "@/lib/server/db/seed/glyphs";
import { createRandom, seedId } from "@/lib/server/db/seed/random";

const FULL_WIDTH = 960;
const FULL_HEIGHT = 600;
/** Widths in pixels in which each picture is stored, as for uploaded pictures. */
const WIDTHS_PX = [480, FULL_WIDTH];
const QUALITY = 72;

/** SVG foreground of a picture, on a canvas of 96 by 60. */
const SUBJECT_SVGS = {
  river: '<path d="M40 60 Q58 46 50 40 T56 30 L60 30 Q52 40 62 46 T66 60Z" fill="#5aa0c8"/>',
  road: '<path d="M36 60 L47 32 L50 32 L62 60Z" fill="#555b63"/><path d="M48.4 60 L48.4 34" stroke="#fff" stroke-dasharray="3 2"/>',
  carnival: dancersSvg(),
  lamp: '<path d="M48 60V22h6" stroke="#2b2f36" stroke-width="1.4" fill="none"/><circle cx="55" cy="24" r="2.4" fill="#ffe28a"/><circle cx="55" cy="24" r="8" fill="#ffe28a" opacity=".3"/>',
  mountains:
    '<path d="M8 60 L30 20 L46 44 L60 14 L92 60Z" fill="#3f7a4d"/><path d="M60 14 L54 26 L66 26Z" fill="#dfe9e2"/>',
  yams: yamHeapSvg(),
  drums: drumsSvg(),
  mask: '<ellipse cx="48" cy="36" rx="11" ry="17" fill="#6b3f22"/><ellipse cx="43.5" cy="32" rx="2.4" ry="1.2" fill="#f4e7cf"/><ellipse cx="52.5" cy="32" rx="2.4" ry="1.2" fill="#f4e7cf"/><path d="M44 44h8M48 33v7" stroke="#f4e7cf" stroke-width="1.2"/>',
  signs:
    '<rect x="20" y="16" width="56" height="38" fill="#2e4a7d"/><g stroke="#f0e6d2" fill="none" stroke-width="1.2"><circle cx="32" cy="28" r="5"/><path d="M44 22v14M40 26h8M56 24q8 6 0 12M64 24q-8 6 0 12M28 46h40M34 42v8M48 42v8M62 42v8"/></g>',
  stones:
    '<g fill="#7d7a72"><rect x="22" y="34" width="9" height="22" rx="4"/><rect x="42" y="28" width="11" height="28" rx="5"/><rect x="64" y="36" width="8" height="20" rx="4"/></g><g fill="#4f4c45"><circle cx="46" cy="36" r="1"/><circle cx="50" cy="36" r="1"/><path d="M46 41h4" stroke="#4f4c45"/></g>',
  waterfall:
    '<path d="M30 10h36v40H30z" fill="#57604f"/><path d="M42 10h12v44H42z" fill="#d7ecf5"/><ellipse cx="48" cy="55" rx="18" ry="4" fill="#8cc3dc"/>',
  pot: '<path d="M34 34h28q2 18-14 18T34 34z" fill="#3a3532"/><rect x="32" y="31" width="32" height="4" rx="2" fill="#524b46"/><path d="M40 56q2-5 4 0t4 0 4 0 4 0" stroke="#e2622a" fill="none" stroke-width="1.6"/>',
  house:
    '<path d="M24 34 L48 20 L72 34Z" fill="#8d4a32"/><rect x="28" y="34" width="40" height="20" fill="#efe3cb"/><g fill="#8d6b4a"><rect x="34" y="40" width="6" height="14"/><rect x="45" y="40" width="6" height="8"/><rect x="56" y="40" width="6" height="8"/></g>',
} as const;
/** Name of a drawn picture of demo content entries. */
export type PictureName = keyof typeof SUBJECT_SVGS;
const PICTURE_NAMES = Object.keys(SUBJECT_SVGS) as PictureName[];

/** Returns the id of a drawn picture. */
export const pictureId = (name: PictureName) => seedId("image", PICTURE_NAMES.indexOf(name));

function dancersSvg(): string {
  const colours = ["#d7263d", "#f2a900", "#1b998b", "#7b2d8b", "#2d6cdf"];
  return colours
    .map((colour, index) => {
      const x = 16 + index * 16;
      return `<g transform="translate(${x} 34)"><path d="M-6 -4 Q0 -20 6 -4Z" fill="${colour}"/><circle r="3" fill="#5c3a21"/><path d="M0 3v10M0 5l-5 4M0 5l5 4M0 13l-3 9M0 13l3 9" stroke="#5c3a21" stroke-width="1.6"/></g>`;
    })
    .join("");
}

function yamHeapSvg(): string {
  const yam = (x: number, y: number) => `<ellipse cx="${x}" cy="${y}" rx="9" ry="4" fill="#8a5f3c" stroke="#6d4829"/>`;
  return [30, 48, 66].map((x) => yam(x, 52)).join("") + [39, 57].map((x) => yam(x, 45)).join("") + yam(48, 38);
}

function drumsSvg(): string {
  return [28, 48, 68]
    .map(
      (x, index) =>
        `<g transform="translate(${x} ${30 - index})"><path d="M-7 0h14l-3 26h-8z" fill="#8f4f26"/><ellipse rx="7" ry="2.4" fill="#f1e2c6"/><path d="M-6 4l12 14M6 4l-12 14" stroke="#f1e2c6" stroke-width=".6"/></g>`,
    )
    .join("");
}

/** Returns an SVG of simple shapes, recognisable as a drawing. */
function pictureSvg(name: PictureName, width: number): string {
  const random = createRandom(`picture ${name}`);
  const sky = random.pick(["#f6c98f", "#a9d3ea", "#f0b7a4", "#c7dcec"]);
  const hill = random.pick(["#5f9a58", "#74a860", "#4d8a66"]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * FULL_HEIGHT) / FULL_WIDTH}" viewBox="0 0 96 60">
    <rect width="96" height="60" fill="${sky}"/><circle cx="${random.whole(12, 84)}" cy="12" r="5" fill="#fff3cf"/>
    <path d="M0 42 Q20 ${random.whole(26, 36)} 44 40 T96 36 V60 H0Z" fill="${hill}"/>${SUBJECT_SVGS[name]}
    <rect y="57" width="96" height="3" fill="#000" opacity=".55"/>
    <g transform="scale(.2)">${drawTextLine("Drawn for a demonstration", 12, 297, { size: 8, colour: "#fff", weight: 1.5 })}</g></svg>`;
}

/** Draws and stores the pictures of all entries, in the sizes of an upload. */
export async function loadPictures(tx: Transaction, clock: SeedClock): Promise<void> {
  const drawer = startDrawingProcess();
  try {
    for (const name of PICTURE_NAMES) {
      const drawn = await Promise.all(
        WIDTHS_PX.map((width) => drawer.draw(pictureSvg(name, width), { quality: QUALITY, blur: 0, withHash: false })),
      );
      const index = PICTURE_NAMES.indexOf(name);
      const fileId = (sizeIndex: number) => seedId("image file", index * WIDTHS_PX.length + sizeIndex);
      await tx
        .insert(files)
        .values(
          drawn.map(({ bytes }, nth) => ({ id: fileId(nth), contentType: "image/jpeg", bytes, size: bytes.length })),
        );
      await tx.insert(images).values({
        id: pictureId(name),
        width: FULL_WIDTH,
        height: FULL_HEIGHT,
        thumbnail: drawn[0]?.thumbnail ?? Buffer.alloc(0),
        createdBy: demoAdminId("civic"),
        createdAt: clock.ago(130 * DAY_MS),
      });
      await tx.insert(imageSizes).values(
        drawn.map(({ bytes }, sizeIndex) => {
          const width = WIDTHS_PX[sizeIndex] ?? FULL_WIDTH;
          return {
            imageId: pictureId(name),
            width,
            height: (width * FULL_HEIGHT) / FULL_WIDTH,
            bytes: bytes.length,
            fileId: fileId(sizeIndex),
          };
        }),
      );
    }
  } finally {
    drawer.end();
  }
}
