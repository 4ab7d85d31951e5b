import "server-only";
import type { DocumentKind } from "@/lib/contract/kyc.values";
import type { Transaction } from "@/lib/server/db/client";
import { files } from "@/lib/server/db/schema/file";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { hashOf } from "@/lib/server/files/check";
import { partsOf } from "@/lib/server/files/perceptual-hash";
import { type Clock, DAY } from "./clock";
import { type Drawn, startDrawing } from "./draw";
import { hasBack } from "./identity";
import type { Case } from "./kyc";
import { linesOf } from "./places";
import { proofOfAddress } from "./proof";
import { idOf, randomOf } from "./random";
import { type Card, cardBack, cardFront, type Drawing, selfie } from "./specimen";

/** Documents drawn and stored at a time: enough to use all cores with little memory. */
const BATCH = 48;
const QUALITY = 62;
const BLUR = 5.5;

type Sheet = { caseId: string; kind: DocumentKind; drawing: Drawing; blurred: boolean };

/** Draws and stores the documents of every request. @returns how many */
export async function loadDocuments(tx: Transaction, clock: Clock, cases: readonly Case[]): Promise<number> {
  const sheets = cases.flatMap((each) => kindsOf(each).map((kind) => sheetOf(clock, each, kind)));
  const artist = startDrawing();
  try {
    let drawing = drawFrom(artist, sheets, 0);
    for (let from = 0; from < sheets.length; from += BATCH) {
      const images = await drawing;
      // Draws the next batch while this one is stored, so that the cores do not wait for the database.
      drawing = drawFrom(artist, sheets, from + BATCH);
      await store(tx, from, sheets.slice(from, from + BATCH), images);
    }
  } finally {
    artist.end();
  }
  return sheets.length;
}

type Artist = ReturnType<typeof startDrawing>;

function drawFrom(artist: Artist, sheets: readonly Sheet[], from: number): Promise<Drawn[]> {
  const wished = sheets
    .slice(from, from + BATCH)
    .map(({ kind, drawing, blurred }) =>
      artist.draw(drawing.svg, { quality: QUALITY, blur: blurred ? BLUR : 0, withHash: kind === "selfie" }),
    );
  const images = Promise.all(wished);
  // Awaited later; prevents an unhandled rejection until then.
  images.catch(() => {});
  return images;
}

async function store(tx: Transaction, from: number, sheets: readonly Sheet[], images: readonly Drawn[]) {
  await tx
    .insert(files)
    .values(images.map(({ bytes }, index) => ({ id: idOf("file", from + index), contentType: "image/jpeg", bytes })));
  await tx.insert(kycDocuments).values(
    sheets.map(({ caseId, kind, drawing: { width, height } }, index) => {
      const nth = from + index;
      const { bytes, thumbnail, photoHash } = images[index] as Drawn;
      const file = { fileId: idOf("file", nth), fileHash: hashOf(bytes), thumbnail };
      const searched = photoHash && { photoHash: photoHash.fine, ...partsOf(photoHash) };
      return { id: idOf("document", nth), kycId: caseId, kind, ...file, width, height, ...searched };
    }),
  );
}

function kindsOf({ identity, story, tier }: Case): DocumentKind[] {
  const kinds: DocumentKind[] = ["front"];
  if (hasBack(identity.type) && story.cause !== "missing_back") kinds.push("back");
  kinds.push("selfie");
  if (tier === 3) kinds.push("proof_of_address");
  return kinds;
}

function sheetOf(clock: Clock, each: Case, kind: DocumentKind): Sheet {
  const blurred = kind === "front" && each.story.cause === "blurred_front";
  return { caseId: each.id, kind, drawing: drawingOf(clock, each, kind), blurred };
}

function drawingOf(clock: Clock, each: Case, kind: DocumentKind): Drawing {
  switch (kind) {
    case "front":
      return cardFront(cardOf(each));
    case "back":
      return cardBack(cardOf(each));
    case "selfie":
      return selfie(each.selfie.face, each.selfie.scene);
    case "proof_of_address":
      return billOf(clock, each);
  }
}

function cardOf({ submitted, identity, face, story, index }: Case): Card {
  return {
    key: `case ${index}`,
    type: identity.type,
    face,
    surname: submitted.lastName,
    givenNames: `${submitted.firstName} ${submitted.middleName}`.trim(),
    dateOfBirth: story.cause === "other_birth_date" ? otherDay(submitted.dateOfBirth) : submitted.dateOfBirth,
    gender: submitted.gender,
    last4: identity.number.slice(-4),
    expiresOn: identity.expiresOn,
  };
}

/** Returns a birth date two years and some days earlier. */
const otherDay = (day: string) => new Date(Date.parse(day) - 743 * DAY).toISOString().slice(0, 10);

function billOf(clock: Clock, { submitted, story, index }: Case): Drawing {
  const [street, town] = linesOf(submitted.address);
  return proofOfAddress({
    key: `case ${index}`,
    name: `${submitted.firstName} ${submitted.lastName}`,
    street,
    town: town === submitted.lga ? town : `${town}, ${submitted.lga}`,
    issuedOn: clock.day(story.submitted / DAY + randomOf(`bill ${index}`).between(12, 80)),
  });
}
