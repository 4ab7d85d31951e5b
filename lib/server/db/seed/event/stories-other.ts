import "server-only";
import { richDoc } from "@/lib/server/db/seed/content-entries/rich";
import type { EventStory } from "./story";

/** Drafts that each lack a different requirement for going live. */
const DRAFT_EVENTS: readonly EventStory[] = [
  {
    title: "Boat regatta of Bakassi",
    category: "Sports",
    venue: "",
    place: null,
    when: { day: 47, hour: 11 },
    hours: 6,
    organiser: "Bakassi fishermen's union",
    about: richDoc("Boats of twelve villages race for the cup of the union. The place depends on the tide."),
    types: [{ name: "Regular", price: 1_000, quantity: 250, sold: 0 }],
  },
  {
    title: "Food market of the eighteen local governments",
    category: "Community",
    venue: "Cultural Centre grounds, Calabar",
    place: [4.9592, 8.3282],
    when: { day: 33, hour: 12 },
    hours: 8,
    organiser: "State tourism bureau",
    about: richDoc("One kitchen of each local government, one plate of each dish. Prices are still agreed."),
    types: [],
  },
  {
    title: "Reunion of old students, Ugep",
    category: null,
    venue: "Secondary commercial school, Ugep",
    place: [5.812, 8.085],
    when: null,
    hours: 5,
    organiser: "Old students' association",
    about: null,
    types: [{ name: "Dinner", price: 6_500, quantity: 120, sold: 0 }],
  },
];

const CANCELLED_EVENTS: readonly EventStory[] = [
  {
    title: "Beach volleyball at the marina",
    category: "Sports",
    venue: "Marina beach, Calabar",
    place: [4.9607, 8.3121],
    when: { day: 5, hour: 13 },
    hours: 5,
    organiser: "Calabar beach sports",
    capacity: 80,
    about: richDoc("Mixed teams of four, sixteen teams, one cup.", "Spectators sit on the wall side."),
    types: [
      { name: "Spectator", price: 600, quantity: 60, sold: 38 },
      { name: "Player", price: 0, quantity: 20, sold: 14, perOrder: [1, 4] },
    ],
    live: 15,
    cancelled: { ago: 2, reason: "The beach is flooded until further notice." },
  },
  {
    title: "Highlife night at Etim Edem Park",
    category: "Music",
    venue: "Etim Edem Park, Calabar",
    place: [4.9505, 8.3204],
    when: { day: 12, hour: 18 },
    hours: 5,
    organiser: "Park nights",
    capacity: 160,
    cover: "drums",
    about: richDoc(
      "Two big bands play the highlife of the sixties and seventies.",
      "Dancing shoes on: the square in front of the stage is kept free.",
    ),
    types: [
      { name: "Regular", price: 3_000, quantity: 120, sold: 62, gone: 2 },
      { name: "VIP", price: 9_000, quantity: 30, sold: 16 },
    ],
    live: 18,
    transferred: 2,
    unpaid: { failed: 2 },
    cancelled: { ago: 3, reason: "The bandleader is ill, and no other date was found.", failed: 2, approved: true },
  },
];

export const DRAFT_AND_CANCELLED_EVENTS: readonly EventStory[] = [...DRAFT_EVENTS, ...CANCELLED_EVENTS];
