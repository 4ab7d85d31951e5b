import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { files } from "@/lib/server/db/schema/file";
import { ireportPhotos } from "@/lib/server/db/schema/ireport";
import { type DrawnImage, startDrawingProcess } from "@/lib/server/db/seed/draw";
import { seedId } from "@/lib/server/db/seed/random";
import type { DemoReport } from "./build";
import { messageId } from "./load";
import { drawReportPhoto, REPORT_PHOTO_SIZE } from "./scenes";

const BATCH_SIZE = 64;
const JPEG_QUALITY = 60;

type Photo = { report: DemoReport; messageId: string | null; position: number; key: string };

/** Draws and stores the photos of reports and of some resolutions. @returns number of photos */
export async function loadPhotos(tx: Transaction, reports: readonly DemoReport[]): Promise<number> {
  const photos = reports.flatMap(photosOf);
  const drawer = startDrawingProcess();
  try {
    let pendingImages = drawPhotoBatch(drawer, photos, 0);
    for (let from = 0; from < photos.length; from += BATCH_SIZE) {
      const images = await pendingImages;
      pendingImages = drawPhotoBatch(drawer, photos, from + BATCH_SIZE);
      await storeBatch(tx, from, photos.slice(from, from + BATCH_SIZE), images);
    }
  } finally {
    drawer.end();
  }
  return photos.length;
}

function photosOf(report: DemoReport): Photo[] {
  const reportPhotos = Array.from({ length: report.photos }, (_, position) => ({
    report,
    messageId: null,
    position,
    key: `${report.key} ${position}`,
  }));
  // Resolution photos show the place of the first photo.
  const resolutionPhotos = report.done.flatMap(({ step }, stepIndex) =>
    step.message?.photo ? { report, messageId: messageId(report, stepIndex), position: 0, key: `${report.key} 0` } : [],
  );
  return [...reportPhotos, ...resolutionPhotos];
}

const sceneSvg = ({ report, messageId: of, key }: Photo) => drawReportPhoto(key, report.category.name, of !== null);

function drawPhotoBatch(
  drawer: ReturnType<typeof startDrawingProcess>,
  photos: readonly Photo[],
  from: number,
): Promise<DrawnImage[]> {
  const images = Promise.all(
    photos
      .slice(from, from + BATCH_SIZE)
      .map((photo) => drawer.draw(sceneSvg(photo), { quality: JPEG_QUALITY, blur: 0, withHash: false })),
  );
  // Prevents an unhandled rejection, because the promise is awaited later.
  images.catch(() => {});
  return images;
}

async function storeBatch(tx: Transaction, from: number, photos: readonly Photo[], images: readonly DrawnImage[]) {
  const fileId = (index: number) => seedId("ireport file", from + index);
  await tx
    .insert(files)
    .values(images.map(({ bytes }, index) => ({ id: fileId(index), contentType: "image/jpeg", bytes })));
  await tx.insert(ireportPhotos).values(
    photos.map(({ report, messageId: ofMessage, position }, index) => ({
      id: seedId("ireport photo", from + index),
      ireportId: report.id,
      messageId: ofMessage,
      fileId: fileId(index),
      ...REPORT_PHOTO_SIZE,
      thumbnail: (images[index] as DrawnImage).thumbnail,
      position,
    })),
  );
}
