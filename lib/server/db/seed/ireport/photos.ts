import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { files } from "@/lib/server/db/schema/file";
import { ireportPhotos } from "@/lib/server/db/schema/ireport";
import { type Drawn, startDrawing } from "@/lib/server/db/seed/draw";
import { idOf } from "@/lib/server/db/seed/random";
import type { Report } from "./build";
import { messageId } from "./load";
import { SCENE, sceneOf } from "./scenes";

const BATCH = 64;
const QUALITY = 60;

type Photo = { report: Report; messageId: string | null; position: number; key: string };

/** Draws and stores the photos of reports and of some resolutions. @returns how many */
export async function loadPhotos(tx: Transaction, reports: readonly Report[]): Promise<number> {
  const photos = reports.flatMap(photosOf);
  const artist = startDrawing();
  try {
    let drawing = drawFrom(artist, photos, 0);
    for (let from = 0; from < photos.length; from += BATCH) {
      const images = await drawing;
      drawing = drawFrom(artist, photos, from + BATCH);
      await store(tx, from, photos.slice(from, from + BATCH), images);
    }
  } finally {
    artist.end();
  }
  return photos.length;
}

function photosOf(report: Report): Photo[] {
  const own = Array.from({ length: report.photos }, (_, position) => ({
    report,
    messageId: null,
    position,
    key: `${report.key} ${position}`,
  }));
  // Shows the same place as the first photo.
  const mended = report.done.flatMap(({ step }, nth) =>
    step.message?.photo ? { report, messageId: messageId(report, nth), position: 0, key: `${report.key} 0` } : [],
  );
  return [...own, ...mended];
}

const scene = ({ report, messageId: of, key }: Photo) => sceneOf(key, report.category.name, of !== null);

function drawFrom(artist: ReturnType<typeof startDrawing>, photos: readonly Photo[], from: number): Promise<Drawn[]> {
  const images = Promise.all(
    photos
      .slice(from, from + BATCH)
      .map((photo) => artist.draw(scene(photo), { quality: QUALITY, blur: 0, withHash: false })),
  );
  // Awaited later; prevents an unhandled rejection until then.
  images.catch(() => {});
  return images;
}

async function store(tx: Transaction, from: number, photos: readonly Photo[], images: readonly Drawn[]) {
  const fileId = (index: number) => idOf("ireport file", from + index);
  await tx
    .insert(files)
    .values(images.map(({ bytes }, index) => ({ id: fileId(index), contentType: "image/jpeg", bytes })));
  await tx.insert(ireportPhotos).values(
    photos.map(({ report, messageId: of, position }, index) => ({
      id: idOf("ireport photo", from + index),
      ireportId: report.id,
      messageId: of,
      fileId: fileId(index),
      ...SCENE,
      thumbnail: (images[index] as Drawn).thumbnail,
      position,
    })),
  );
}
