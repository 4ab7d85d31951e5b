import "server-only";
import type { IreportRejectionReason } from "@/lib/contract/ireport.values";
import type { SeedRandom } from "@/lib/server/db/seed/random";
import type { StarterCategoryName } from "@/lib/server/setup/starter/report-categories";

/** Kinds of work, each with its own messages of officers and citizens. */
type WorkKind = "roads" | "power" | "water" | "waste" | "land" | "safety" | "buildings" | "people";
const WORK: Record<StarterCategoryName, WorkKind> = {
  "Potholes and damaged roads": "roads",
  "Street lights": "power",
  "Traffic and parking": "safety",
  "Street names and signs": "roads",
  "No water": "water",
  "Burst pipes": "water",
  "Flooding and blocked drains": "land",
  "Refuse not collected": "waste",
  "Illegal dumping": "waste",
  "Erosion and landslides": "land",
  "Fallen trees": "land",
  "Fire and gas": "safety",
  "Health centres": "buildings",
  "Safety at night": "safety",
  "School buildings": "buildings",
  Markets: "waste",
  "Public offices": "people",
  "Something else": "people",
  "Complaints about officials": "people",
  "Requests for bribes": "people",
};

const UPDATE_TEXTS: Record<WorkKind, readonly string[]> = {
  roads: [
    "Our engineers have measured the damage. The repair is planned for this week, weather permitting.",
    "Stone base is being laid today. Asphalt follows as soon as it is dry.",
    "Warning signs are up now. The crew comes when it has finished the next street.",
  ],
  power: [
    "The electrician has been there: the cable underground is faulty. We are waiting for the part.",
    "Three lamps are back. The others need new drivers, which have been ordered.",
  ],
  water: [
    "The technician has found the fault. Water will be shut for some hours tomorrow while it is repaired.",
    "A new pump has been approved and is on its way from Calabar.",
    "We have sent a tanker for the meantime. It stops at the junction every morning at 7.",
  ],
  waste: [
    "The contractor has been told, and a truck is on the list for tomorrow morning.",
    "The heap was carried today. We are looking into why the truck left your street out.",
  ],
  land: [
    "Our team has been to the place and taken levels. Please keep children away from the edge.",
    "An excavator starts on Monday. Please move what stands within five metres.",
    "The first part is cleared. We continue towards the river.",
  ],
  safety: [
    "We have informed the police and asked for patrols in the evening.",
    "The agency has inspected the place and given the owner seven days.",
  ],
  buildings: [
    "The department has inspected the building. Materials have been released.",
    "A carpenter has been engaged and begins this week.",
  ],
  people: [
    "We have asked the office for its side and expect the answer this week.",
    "Your report is with the head of that office.",
  ],
};
/** Picks an officer's message about the progress of work on a report. */
export const pickUpdateText = (random: SeedRandom, category: StarterCategoryName) =>
  random.pick(UPDATE_TEXTS[WORK[category]]);

const QUESTION_TEXTS: readonly (readonly [question: string, ...answers: string[]])[] = [
  [
    "Can you tell us which side of the street it is on, and what is opposite?",
    "On the left side when you come from the roundabout, opposite a blue gate.",
    "Right hand side, in front of the woman that sells roasted corn.",
  ],
  [
    "Could you send a photo that shows the whole place? It helps the crew to bring the right tools.",
    "My phone camera is bad, but it is about two metres wide and reaches to the gutter.",
    "I have asked my son, he will send it. It is bigger than it looks.",
  ],
  [
    "Is it still so today? Our team passed yesterday and may have missed the spot.",
    "Yes it is still like that, I passed there this morning.",
    "It is still there. They must have gone to the other end of the street.",
  ],
  [
    "Since when is it so, and at what time of day is it worst?",
    "Since about three weeks. It is worst in the evening when people return from work.",
    "It began in the first week of the month. Morning and night are the worst.",
  ],
  [
    "Is anybody hurt, or is anybody in danger right now?",
    "Nobody is hurt for now, but small children play there.",
    "One person had a small wound on the leg. The place is still open.",
  ],
  [
    "Which number can our technician call when he arrives?",
    "You can call this number of my account, I am at home till 5.",
    "Call me on this same line, or ask for the landlord of number 14.",
  ],
];
/** Picks an officer's question to a citizen, and the citizen's answer. */
export function pickQuestionAndAnswer(random: SeedRandom): { question: string; answer: string } {
  const [question, ...answers] = random.pick(QUESTION_TEXTS);
  return { question, answer: random.pick(answers) };
}

const RESOLUTION_TEXTS: Record<WorkKind, readonly string[]> = {
  roads: [
    "The bad portion has been cut out and filled with asphalt. Please tell us if it sinks again.",
    "Our crew repaired the spot yesterday and opened it to traffic this morning.",
    "The slab has been replaced and the edge of the road made good.",
  ],
  power: [
    "The cable was replaced, and all lamps were on when we checked last night.",
    "New lamp heads have been fixed with bolts that can't be removed without a special key.",
    "The pole was set upright again and the wire secured.",
  ],
  water: [
    "The pipe has been repaired and water is running again. Let it run for five minutes before you drink it.",
    "The pump works again. Water comes from 6 to 10 in the morning and from 5 to 9 in the evening.",
    "We flushed the line and tested the water: it is clear now.",
  ],
  waste: [
    "The refuse has been carried away and the place swept. The truck comes every Monday and Thursday again.",
    "The place was cleared, and a sign forbids dumping now. Who dumps there pays a fine.",
    "A new bin stands at the junction. Thank you for telling us.",
  ],
  land: [
    "The drain has been cleared down to the river and the covers are back.",
    "The tree has been cut and carried away, and the road is open.",
    "Gabions have been placed and the slope planted. We look at it again after the next rain.",
  ],
  safety: [
    "A patrol passes there every evening now. If it happens again, call 112 at once.",
    "The owner has moved it away, and the place was inspected this morning.",
    "The crossing has been painted, and a warden stands there in the morning and at closing time.",
  ],
  buildings: [
    "The roof has been repaired, and the rooms are in use again.",
    "Two members of staff have been posted there and have resumed.",
    "The supply has come, and the department checks it every month.",
  ],
  people: [
    "We spoke with the office and the matter has been put right. Please tell us if it happens again.",
    "The staff were spoken to, and opening hours hang at the door now. We are sorry for the trouble.",
  ],
};
/** Picks the message with which an officer resolves a report. */
export const pickResolutionText = (random: SeedRandom, category: StarterCategoryName) =>
  random.pick(RESOLUTION_TEXTS[WORK[category]]);

const REJECTION_TEXTS: Record<IreportRejectionReason, readonly string[]> = {
  not_our_responsibility: [
    "This road belongs to the Federal Government, so we can't repair it. We have sent your report to the controller of works in Calabar.",
    "This is on private land. Please speak with the landlord; the ministry of justice helps for free with mediation.",
  ],
  not_enough_information: [
    "We could not find the place and did not hear from you. Please report it again with a photo or a point on the map.",
  ],
  nothing_found: [
    "Our team went there twice and found nothing of the kind. If it comes back, please report it again with a photo.",
    "When we came it had been put right already. Thank you for looking out for your neighbours.",
  ],
  abusive: ["We can't work on a report that insults people. You can write it again with what happened and where."],
  spam_or_test: ["This looks like a test. If you need something from us, please write it again with the place."],
  other: ["This is decided in court at the moment, so we may not step in. Please ask your lawyer."],
};
/** Picks the reason and the message with which an officer rejects a report. */
export function pickRejection(random: SeedRandom): { reason: IreportRejectionReason; text: string } {
  const reason = random.weighted<IreportRejectionReason>({
    not_our_responsibility: 8,
    not_enough_information: 6,
    nothing_found: 7,
    abusive: 0.5,
    spam_or_test: 1,
    other: 1,
  });
  return { reason, text: random.pick(REJECTION_TEXTS[reason]) };
}

/** Messages with which citizens reopen a resolved report. */
export const CITIZEN_REOPENING_TEXTS = [
  "It lasted only two days. It is the same as before, please come back.",
  "They did only half of it and left the other side.",
  "It is not true that it was repaired. I stand here now and nothing has changed.",
  "After the rain of yesterday it opened again.",
] as const;
/** Messages with which officers reopen a resolved report. */
export const OFFICER_REOPENING_TEXTS = [
  "Other citizens tell us that the work did not hold. We send the crew once more.",
] as const;

/** Texts of officers' internal notes on reports. */
export const INTERNAL_NOTE_TEXTS = [
  "Spoke with the zonal engineer: crew is on the other side of town until Thursday.",
  "Same spot as last year. The base was never compacted, a patch alone won't hold.",
  "Called the reporter, no answer. Trying again after 4 pm.",
  "Contractor says that he has not been paid for the last job. Raised with accounts.",
  "Councillor called about this one as well. Treat with care.",
  "Measured from the photo: about 2 m by 1.5 m.",
  "Two more people at the counter complained about it today.",
  "Waiting for the store to release cement, requisition 118.",
] as const;

/** Comments of citizens on a resolution, by rating from 1 to 5. */
export const RATING_COMMENTS: Record<number, readonly string[]> = {
  1: ["Nothing was done well here.", "It spoilt again the next day."],
  2: ["It took too long, and nobody told us anything."],
  3: ["Okay, but the sand is still lying there.", "Fair. It could have been faster."],
  4: ["They came as they said. Thank you.", "Good work, only the dust was too much.", ""],
  5: [
    "I did not believe that anybody reads this. God bless you!",
    "Very fast. Well done!",
    "The whole street is happy.",
    "",
  ],
};
