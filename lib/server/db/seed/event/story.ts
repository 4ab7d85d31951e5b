import "server-only";
import type { RichText } from "@/lib/contract/rich-text.values";
import type { PictureName } from "@/lib/server/db/seed/entries/pictures";
import type { EventCategory } from "./categories";

/** A ticket type of the demo. */
export type TicketTypeStory = {
  name: string;
  text?: string;
  /** Naira; 0 is free. */
  price: number;
  quantity: number;
  /** Tickets that occupy a seat. */
  sold: number;
  /** Sold tickets that were refunded or voided later. */
  gone?: number;
  perOrder?: readonly [least: number, most: number];
  /** Days before the event starts. */
  sales?: { from?: number; until?: number };
  hidden?: true;
};

/** Start of the event: an hour of a Lagos day, given as days from today, or a number of hours ago. */
type EventStart = { day: number; hour: number } | { since: number };

/** A demo event with its history. */
export type EventStory = {
  title: string;
  /** Null: not chosen yet. */
  category: EventCategory | null;
  venue: string;
  /** Null: not set. */
  place: readonly [lat: number, lng: number] | null;
  /** Null: not set yet. */
  when: EventStart | null;
  hours: number;
  organiser: string;
  capacity?: number;
  cover?: PictureName;
  about: RichText | null;
  types: readonly TicketTypeStory[];
  /** Days on sale before the start, or until now for a future event; none: a draft. */
  live?: number;
  /** Share of tickets that are checked in by the end. */
  comes?: number;
  /** Tickets that were transferred to another citizen. */
  transferred?: number;
  /** Number of orders without payment: expired, failed, and still waiting. */
  unpaid?: { expired?: number; failed?: number; waiting?: number };
  /** Number of tickets that two offline gates both let in. */
  conflicts?: number;
  cancelled?: {
    /** Days ago. */
    ago: number;
    reason: string;
    /** Orders that could not be refunded because their payments are disputed. */
    failed?: number;
    /** True if it exceeded the limit of one admin and another approved it. */
    approved?: true;
  };
};
