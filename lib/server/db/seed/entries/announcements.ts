import "server-only";
import type { Draft } from "@/lib/contract/entries-drafts";
import { DAY, HOUR } from "@/lib/server/db/seed/clock";
import { idOf } from "@/lib/server/db/seed/random";
import { pictureId } from "./pictures";
import { bullets, doc, heading, steps } from "./rich";
import type { Story } from "./story";

/** Selected citizens who test bill payments (account-status.ts). */
const PILOTS = idOf("user group", 3);

type Fields = Partial<Extract<Draft, { audience: unknown }>>;
const told = (title: string, body: ReturnType<typeof doc>, more: Fields = {}): Draft => ({
  texts: { en: { title, body } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
  ...more,
});

/** Announcements in every possible state. Times in ms before the time of loading; negative: in the future. */
export const ANNOUNCEMENTS: readonly Story[] = [
  {
    kind: "announcements",
    draft: told(
      "Never share your sign-in code",
      doc(
        "Nobody from Cross River Pay will ever ask for your password or the 6-digit code that we send you. Anyone who does is trying to steal from you.",
        heading("If somebody asked you for it"),
        steps("Change your password in the app.", "Call support.", "Report the number that called you."),
      ),
      { pinned: true },
    ),
    published: [{ ago: 40 * DAY, until: null }],
    reads: 0.62,
  },
  {
    kind: "announcements",
    draft: told(
      "Road closures for the carnival in Calabar",
      doc(
        "Some roads in Calabar are closed to cars during the carnival. Plan a longer way, and keep the lanes for ambulances free.",
        bullets("Mary Slessor Avenue", "Marian Road", "MCC Road", "Ndidem Usang Iso Road"),
        "Buses go around the closed roads. Pay the fare in the app as always.",
      ),
      {
        image_id: pictureId("carnival"),
        image_alt: "Drawing of dancers with feathers in a street",
      },
    ),
    published: [{ ago: -9 * DAY, until: -44 * DAY }],
    reads: 0,
  },
  {
    kind: "announcements",
    draft: told(
      "Pay electricity bills without a fee this month",
      doc(
        "Until the end of the month you pay electricity bills in the app without a fee. Choose Bills, then Electricity.",
      ),
      { image_id: pictureId("lamp"), image_alt: "Drawing of a lit street lamp at dusk" },
    ),
    published: [
      { ago: 12 * DAY, until: -8 * DAY, title: "Pay electricity bills without a fee" },
      { ago: 11 * DAY, until: -8 * DAY },
    ],
    reads: 0.41,
  },
  {
    kind: "announcements",
    draft: told(
      "Reports now show who is responsible",
      doc(
        "When you report a pothole or a burst pipe, the app now tells you which department works on it, and until when.",
      ),
    ),
    published: [{ ago: 20 * DAY, until: null }],
    reads: 0.37,
  },
  {
    kind: "announcements",
    draft: told(
      "Help us to try bill payments",
      doc(
        "You are one of the people who try bill payments before everybody else. Tell us what does not work: choose Help, then Feedback.",
      ),
      { audience: "groups", group_ids: [PILOTS] },
    ),
    published: [{ ago: 6 * DAY, until: -24 * DAY }],
    reads: 0.01,
  },
  {
    kind: "announcements",
    draft: told(
      "Maintenance on Sunday night",
      doc("Transfers rest on Sunday between 01:00 and 03:00. Payments that you start before then arrive as always."),
    ),
    published: [{ ago: -3 * DAY, until: -3 * DAY - 30 * HOUR }],
    reads: 0,
  },
  {
    kind: "announcements",
    draft: told(
      "New Yam festival: banks are closed on Monday",
      doc("Cash points of our partners in Yakurr are closed on Monday. The app works as always."),
      { image_id: pictureId("yams"), image_alt: "Drawing of a heap of yams" },
    ),
    published: [{ ago: 96 * DAY, until: 90 * DAY }],
    reads: 0.29,
  },
  {
    kind: "announcements",
    draft: told(
      "Free health checks in Ogoja",
      doc(
        "Nurses measure blood pressure and blood sugar at the general hospital in Ogoja, free of charge.",
        bullets("Wednesday to Friday", "08:00 to 14:00", "Bring any identity card"),
      ),
    ),
    published: [{ ago: 33 * DAY, until: 30 * DAY }],
    reads: 0.22,
  },
  {
    kind: "announcements",
    draft: told(
      "Heavy rain: stay away from the drains",
      doc("The weather service expects heavy rain. Do not walk or drive through water that moves."),
      { pinned: true },
    ),
    published: [{ ago: 70 * DAY, until: 68 * DAY }],
    reads: 0.55,
    archived: 60 * DAY,
  },
  {
    kind: "announcements",
    draft: told(
      "Skills programme: applications open soon",
      doc("Young people between 18 and 30 can apply in the app."),
    ),
    published: [],
    reads: 0,
  },
  {
    kind: "announcements",
    draft: told("Lower limits for new accounts", doc("Draft: waiting for the compliance team.")),
    published: [],
    reads: 0,
  },
];
