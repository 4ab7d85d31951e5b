import "server-only";
import type { RichText } from "@/lib/contract/rich-text.values";
import type { PictureName } from "@/lib/server/db/seed/entries/pictures";
import type { EventCategory } from "./categories";

/** A ticket type of the demo. */
export type TypeStory = {
  name: string;
  text?: string;
  /** Naira; 0 is free. */
  price: number;
  quantity: number;
  /** Tickets that hold a seat. */
  sold: number;
  /** Tickets that were sold, and refunded or voided since. */
  gone?: number;
  perOrder?: readonly [least: number, most: number];
  /** Days before the event starts. */
  sales?: { from?: number; until?: number };
  hidden?: true;
};

/** When it takes place: at an hour of a Lagos day so many days from today, or since so many hours. */
type When = { day: number; hour: number } | { since: number };

/** An event of the demo with its course. */
export type EventStory = {
  title: string;
  /** null: not chosen yet. */
  category: EventCategory | null;
  venue: string;
  /** Latitude and longitude; null: not set. */
  place: readonly [lat: number, lng: number] | null;
  /** null: not set yet. */
  when: When | null;
  hours: number;
  organiser: string;
  capacity?: number;
  cover?: PictureName;
  about: RichText | null;
  types: readonly TypeStory[];
  /** For how many days it was on sale before it started, or until now where that lies ahead; none: a draft. */
  live?: number;
  /** Share of the tickets that is checked in once everybody has come. */
  comes?: number;
  /** Tickets that another citizen than the buyer holds by now. */
  transferred?: number;
  /** Orders that came to nothing: not paid in time, and whose payment failed; and those that still wait. */
  unpaid?: { expired?: number; failed?: number; waiting?: number };
  /** Tickets that two gates let in while they were offline. */
  conflicts?: number;
  cancelled?: {
    /** Days ago. */
    ago: number;
    reason: string;
    /** Orders that could not be refunded, since their payments are disputed. */
    failed?: number;
    /** Whether it was above the limit for one admin, and another approved it. */
    approved?: true;
  };
};
