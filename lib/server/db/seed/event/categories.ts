import "server-only";
import type { EventIcon } from "@/lib/contract/event.values";
import type { Transaction } from "@/lib/server/db/client";
import { eventCategories } from "@/lib/server/db/schema/event";
import { DAY_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import { seedId } from "@/lib/server/db/seed/random";

/** Demo event categories. Their colours are dark enough for white text. */
const EVENT_CATEGORIES = [
  { name: "Music", colour: "#7a2e8e", icon: "music" },
  { name: "Festivals and culture", colour: "#b03a1e", icon: "drama" },
  { name: "Sports", colour: "#0a6b4a", icon: "trophy" },
  { name: "Business", colour: "#1f4f8f", icon: "presentation" },
  { name: "Education", colour: "#0b6b7a", icon: "graduation-cap" },
  { name: "Church and worship", colour: "#6a4a1f", icon: "church" },
  { name: "Family", colour: "#b0236a", icon: "baby" },
  { name: "Community", colour: "#44546a", icon: "heart-handshake" },
] as const satisfies readonly { name: string; colour: string; icon: EventIcon }[];
/** Name of a demo event category. */
export type EventCategory = (typeof EVENT_CATEGORIES)[number]["name"];

/** Returns the id of a demo event category. */
export const eventCategoryId = (name: EventCategory) =>
  seedId(
    "event category",
    EVENT_CATEGORIES.findIndex((each) => each.name === name),
  );

/** Inserts the demo event categories. */
export async function loadEventCategories(tx: Transaction, clock: SeedClock): Promise<void> {
  await tx.insert(eventCategories).values(
    EVENT_CATEGORIES.map((category, position) => ({
      ...category,
      id: eventCategoryId(category.name),
      position,
      createdAt: clock.ago(200 * DAY_MS),
    })),
  );
}
