import "server-only";
import type { DocumentKind } from "@/lib/contract/kyc.values";
import type { Transaction } from "@/lib/server/db/client";
import { files } from "@/lib/server/db/schema/file";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { sha256Of } from "@/lib/server/files/check";
import { hashColumnsOf } from "@/lib/server/files/perceptual-hash";
import { DAY_MS, type SeedClock } from "./clock";
import { type DrawnImage, startDrawingProcess } from "./draw";
import { hasBackSide } from "./identity";
import type { DemoKycCase } from "./kyc";
import { splitAddress } from "./places";
import { drawHouseholdBill } from "./proof";
import { createRandom, seedId } from "./random";
import {
  type Drawing,
  drawIdentityCardBack,
  drawIdentityCardFront,
  drawSelfie,
  type IdentityCardDetails,
} from "./specimen";

/** Number of documents drawn and stored concurrently: uses all cores with little memory. */
const BATCH_SIZE = 48;
const JPEG_QUALITY = 62;
const BLUR_SIGMA = 5.5;

type DocumentSheet = { caseId: string; kind: DocumentKind; drawing: Drawing; blurred: boolean };

/** Draws and stores the documents of every identity request. @returns number of documents */
export async function loadKycDocuments(
  tx: Transaction,
  clock: SeedClock,
  cases: readonly DemoKycCase[],
): Promise<number> {
  const sheets = cases.flatMap((each) => documentKindsOf(each).map((kind) => documentSheetOf(clock, each, kind)));
  const drawer = startDrawingProcess();
  try {
    let drawing = drawBatch(drawer, sheets, 0);
    for (let from = 0; from < sheets.length; from += BATCH_SIZE) {
      const images = await drawing;
      // Starts to draw the next batch while this batch is stored, so that the CPU does not wait for the database.
      drawing = drawBatch(drawer, sheets, from + BATCH_SIZE);
      await insert(tx, from, sheets.slice(from, from + BATCH_SIZE), images);
    }
  } finally {
    drawer.end();
  }
  return sheets.length;
}

type DrawingProcess = ReturnType<typeof startDrawingProcess>;

function drawBatch(drawer: DrawingProcess, sheets: readonly DocumentSheet[], from: number): Promise<DrawnImage[]> {
  const pending = sheets
    .slice(from, from + BATCH_SIZE)
    .map(({ kind, drawing, blurred }) =>
      drawer.draw(drawing.svg, { quality: JPEG_QUALITY, blur: blurred ? BLUR_SIGMA : 0, withHash: kind === "selfie" }),
    );
  const images = Promise.all(pending);
  // Prevents an unhandled rejection, because the promise is awaited later.
  images.catch(() => {});
  return images;
}

async function insert(tx: Transaction, from: number, sheets: readonly DocumentSheet[], images: readonly DrawnImage[]) {
  await tx
    .insert(files)
    .values(images.map(({ bytes }, index) => ({ id: seedId("file", from + index), contentType: "image/jpeg", bytes })));
  await tx.insert(kycDocuments).values(
    sheets.map(({ caseId, kind, drawing: { width, height } }, index) => {
      const position = from + index;
      const { bytes, thumbnail, photoHash } = images[index] as DrawnImage;
      const file = { fileId: seedId("file", position), fileHash: sha256Of(bytes), thumbnail };
      const hashColumns = photoHash && { photoHash: photoHash.fine, ...hashColumnsOf(photoHash) };
      return { id: seedId("document", position), kycId: caseId, kind, ...file, width, height, ...hashColumns };
    }),
  );
}

function documentKindsOf({ identity, story, tier }: DemoKycCase): DocumentKind[] {
  const kinds: DocumentKind[] = ["front"];
  if (hasBackSide(identity.type) && story.cause !== "missing_back") kinds.push("back");
  kinds.push("selfie");
  if (tier === 3) kinds.push("proof_of_address");
  return kinds;
}

function documentSheetOf(clock: SeedClock, each: DemoKycCase, kind: DocumentKind): DocumentSheet {
  const blurred = kind === "front" && each.story.cause === "blurred_front";
  return { caseId: each.id, kind, drawing: drawingOf(clock, each, kind), blurred };
}

function drawingOf(clock: SeedClock, each: DemoKycCase, kind: DocumentKind): Drawing {
  switch (kind) {
    case "front":
      return drawIdentityCardFront(identityCardOf(each));
    case "back":
      return drawIdentityCardBack(identityCardOf(each));
    case "selfie":
      return drawSelfie(each.selfie.face, each.selfie.scene);
    case "proof_of_address":
      return utilityBillOf(clock, each);
  }
}

function identityCardOf({ submitted, identity, face, story, index }: DemoKycCase): IdentityCardDetails {
  return {
    key: `case ${index}`,
    type: identity.type,
    face,
    surname: submitted.lastName,
    givenNames: `${submitted.firstName} ${submitted.middleName}`.trim(),
    dateOfBirth: story.cause === "other_birth_date" ? wrongBirthDate(submitted.dateOfBirth) : submitted.dateOfBirth,
    gender: submitted.gender,
    last4: identity.number.slice(-4),
    expiresOn: identity.expiresOn,
  };
}

/** Returns a wrong birth date for a document: two years and some days before the right birth date. */
const wrongBirthDate = (day: string) => new Date(Date.parse(day) - 743 * DAY_MS).toISOString().slice(0, 10);

function utilityBillOf(clock: SeedClock, { submitted, story, index }: DemoKycCase): Drawing {
  const [street, town] = splitAddress(submitted.address);
  return drawHouseholdBill({
    key: `case ${index}`,
    name: `${submitted.firstName} ${submitted.lastName}`,
    street,
    town: town === submitted.lga ? town : `${town}, ${submitted.lga}`,
    issuedOn: clock.day(story.submitted / DAY_MS + createRandom(`bill ${index}`).between(12, 80)),
  });
}
