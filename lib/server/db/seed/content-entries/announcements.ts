import "server-only";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { DAY_MS, HOUR_MS } from "@/lib/server/db/seed/clock";
import { seedId } from "@/lib/server/db/seed/random";
import { pictureId } from "./pictures";
import { bulletList, heading, numberedList, richDoc } from "./rich";
import type { ContentEntryStory } from "./story";

/** Id of the demo group of pilot users, who test bill payments (account-status.ts). */
const PILOT_GROUP_ID = seedId("user group", 3);

type AnnouncementFields = Partial<Extract<AnyDraft, { audience: unknown }>>;
const announcement = (title: string, body: ReturnType<typeof richDoc>, more: AnnouncementFields = {}): AnyDraft => ({
  texts: { en: { title, body } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: "everybody",
  group_ids: [],
  pinned: false,
  ...more,
});

/** Announcements in every possible state. Times in ms before the seeding; negative for the future. */
export const ANNOUNCEMENTS: readonly ContentEntryStory[] = [
  {
    kind: "announcements",
    draft: announcement(
      "Never share your sign-in code",
      richDoc(
        "Nobody from Cross River Pay will ever ask for your password or the 6-digit code that we send you. Anyone who does is trying to steal from you.",
        heading("If somebody asked you for it"),
        numberedList("Change your password in the app.", "Call support.", "Report the number that called you."),
      ),
      { pinned: true },
    ),
    published: [{ ago: 40 * DAY_MS, until: null }],
    reads: 0.62,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Road closures for the carnival in Calabar",
      richDoc(
        "Some roads in Calabar are closed to cars during the carnival. Plan a longer way, and keep the lanes for ambulances free.",
        bulletList("Mary Slessor Avenue", "Marian Road", "MCC Road", "Ndidem Usang Iso Road"),
        "Buses go around the closed roads. Pay the fare in the app as always.",
      ),
      {
        image_id: pictureId("carnival"),
        image_alt: "Drawing of dancers with feathers in a street",
      },
    ),
    published: [{ ago: -9 * DAY_MS, until: -44 * DAY_MS }],
    reads: 0,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Pay electricity bills without a fee this month",
      richDoc(
        "Until the end of the month you pay electricity bills in the app without a fee. Choose Bills, then Electricity.",
      ),
      { image_id: pictureId("lamp"), image_alt: "Drawing of a lit street lamp at dusk" },
    ),
    published: [
      { ago: 12 * DAY_MS, until: -8 * DAY_MS, title: "Pay electricity bills without a fee" },
      { ago: 11 * DAY_MS, until: -8 * DAY_MS },
    ],
    reads: 0.41,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Reports now show who is responsible",
      richDoc(
        "When you report a pothole or a burst pipe, the app now tells you which department works on it, and until when.",
      ),
    ),
    published: [{ ago: 20 * DAY_MS, until: null }],
    reads: 0.37,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Help us to try bill payments",
      richDoc(
        "You are one of the people who try bill payments before everybody else. Tell us what does not work: choose Help, then Feedback.",
      ),
      { audience: "groups", group_ids: [PILOT_GROUP_ID] },
    ),
    published: [{ ago: 6 * DAY_MS, until: -24 * DAY_MS }],
    reads: 0.01,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Maintenance on Sunday night",
      richDoc(
        "Transfers rest on Sunday between 01:00 and 03:00. Payments that you start before then arrive as always.",
      ),
    ),
    published: [{ ago: -3 * DAY_MS, until: -3 * DAY_MS - 30 * HOUR_MS }],
    reads: 0,
  },
  {
    kind: "announcements",
    draft: announcement(
      "New Yam festival: banks are closed on Monday",
      richDoc("Cash points of our partners in Yakurr are closed on Monday. The app works as always."),
      { image_id: pictureId("yams"), image_alt: "Drawing of a heap of yams" },
    ),
    published: [{ ago: 96 * DAY_MS, until: 90 * DAY_MS }],
    reads: 0.29,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Free health checks in Ogoja",
      richDoc(
        "Nurses measure blood pressure and blood sugar at the general hospital in Ogoja, free of charge.",
        bulletList("Wednesday to Friday", "08:00 to 14:00", "Bring any identity card"),
      ),
    ),
    published: [{ ago: 33 * DAY_MS, until: 30 * DAY_MS }],
    reads: 0.22,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Heavy rain: stay away from the drains",
      richDoc("The weather service expects heavy rain. Do not walk or drive through water that moves."),
      { pinned: true },
    ),
    published: [{ ago: 70 * DAY_MS, until: 68 * DAY_MS }],
    reads: 0.55,
    archived: 60 * DAY_MS,
  },
  {
    kind: "announcements",
    draft: announcement(
      "Skills programme: applications open soon",
      richDoc("Young people between 18 and 30 can apply in the app."),
    ),
    published: [],
    reads: 0,
  },
  {
    kind: "announcements",
    draft: announcement("Lower limits for new accounts", richDoc("Draft: waiting for the compliance team.")),
    published: [],
    reads: 0,
  },
];
