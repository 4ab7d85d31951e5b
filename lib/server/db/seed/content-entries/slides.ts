import "server-only";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { DAY_MS } from "@/lib/server/db/seed/clock";
import { type PictureName, pictureId } from "./pictures";
import type { ContentEntryStory } from "./story";

const slideDraft = (title: string, alt: string, picture: PictureName, link = ""): AnyDraft => ({
  texts: { en: { title, alt } },
  image_id: pictureId(picture),
  focal_x: 50,
  focal_y: 40,
  link,
});

/** Demo slides of the citizen app's home screen, in their order. */
export const SLIDE_STORIES: readonly ContentEntryStory[] = [
  {
    kind: "slides",
    draft: slideDraft("Welcome to Cross River Pay", "Drawing of hills and a river at sunrise", "river"),
    published: [{ ago: 120 * DAY_MS, until: null }],
  },
  {
    kind: "slides",
    draft: slideDraft("Report a pothole in a minute", "Drawing of a road through hills", "road"),
    published: [{ ago: 50 * DAY_MS, until: null }],
  },
  {
    kind: "slides",
    draft: slideDraft("Carnival season in Calabar", "Drawing of dancers with feathers in a street", "carnival"),
    published: [{ ago: 4 * DAY_MS, until: -44 * DAY_MS }],
  },
  {
    kind: "slides",
    draft: slideDraft("Pay electricity bills in the app", "Drawing of a lit street lamp at dusk", "lamp"),
    published: [{ ago: 12 * DAY_MS, until: -8 * DAY_MS }],
  },
  {
    kind: "slides",
    draft: slideDraft("Visit Obudu in December", "Drawing of green mountains with clouds", "mountains"),
    published: [{ ago: -8 * DAY_MS, until: -60 * DAY_MS }],
  },
  {
    kind: "slides",
    draft: slideDraft("New Yam festival", "Drawing of a heap of yams", "yams"),
    published: [{ ago: 100 * DAY_MS, until: 84 * DAY_MS }],
  },
];
