import "server-only";
import type { RichText } from "@/lib/contract/rich-text.values";
import type { PictureName } from "@/lib/server/db/seed/content-entries/pictures";
import type { EventCategory } from "./categories";

/** A ticket type of the demo data. */
export type TicketTypeStory = {
  name: string;
  text?: string;
  /** Price in naira; 0 is free. */
  price: number;
  quantity: number;
  /** Number of sold tickets that still occupy a seat. */
  sold: number;
  /** Number of tickets that were sold, and later refunded or voided. */
  gone?: number;
  perOrder?: readonly [least: number, most: number];
  /** Start and end of sales, in days before the event starts. */
  sales?: { from?: number; until?: number };
  hidden?: true;
};

/** Start of the event: either a day, counted from today, and an hour in Lagos; or a number of hours ago. */
type EventStart = { day: number; hour: number } | { since: number };

/** A demo event with its history. */
export type EventStory = {
  title: string;
  category: EventCategory | null;
  venue: string;
  place: readonly [lat: number, lng: number] | null;
  when: EventStart | null;
  hours: number;
  organiser: string;
  capacity?: number;
  cover?: PictureName;
  about: RichText | null;
  types: readonly TicketTypeStory[];
  /** Number of days on sale before the event starts, or until now for a future event; omitted for a draft. */
  live?: number;
  /** Share of sold tickets that are checked in by the end of the event, between 0 and 1. */
  comes?: number;
  /** Number of tickets transferred to another citizen. */
  transferred?: number;
  /** Number of orders without payment: expired, failed and pending. */
  unpaid?: { expired?: number; failed?: number; waiting?: number };
  /** Number of tickets with which two offline gates each admitted a person. */
  conflicts?: number;
  cancelled?: {
    /** Time of the cancellation in days ago. */
    ago: number;
    reason: string;
    /** Number of orders that can't be refunded because their payments are disputed. */
    failed?: number;
    /** True if the refunds exceeded the limit of one admin, so that another admin had to approve them. */
    approved?: true;
  };
};
