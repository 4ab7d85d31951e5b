import "server-only";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import type { Lga } from "@/lib/contract/lgas.values";
import { DAY_MS } from "@/lib/server/db/seed/clock";
import { type PictureName, pictureId } from "./pictures";
import { bulletList, heading, quote, richDoc } from "./rich";
import type { ContentEntryStory } from "./story";

type ArticleDetails = {
  title: string;
  summary: string;
  body: ReturnType<typeof richDoc>;
  cover: PictureName;
  alt: string;
  gallery?: readonly [PictureName, string, string][];
  tags: string[];
  lga: Lga | null;
};

const article = ({ title, summary, body, cover, alt, gallery = [], tags, lga }: ArticleDetails): AnyDraft => ({
  texts: { en: { title, summary, body } },
  cover_id: pictureId(cover),
  cover_alt: alt,
  gallery: gallery.map(([picture, text, caption]) => ({
    image_id: pictureId(picture),
    alt: text,
    captions: { en: caption },
  })),
  tags,
  lga,
});

const ARTICLES: readonly ArticleDetails[] = [
  {
    title: "The Calabar Carnival",
    summary: "Every December bands dance through the streets of Calabar.",
    body: richDoc(
      "Since 2004 the carnival closes the year in Calabar. Bands of thousands of dancers move along a route of some twelve kilometres, judged for costume, music and how they tell the theme of the year.",
      heading("When"),
      "The festival fills December; the great parade is in its last week.",
      quote("The people's paradise shows itself in feathers."),
    ),
    cover: "carnival",
    alt: "Drawing of dancers with feathers in a street",
    gallery: [
      ["drums", "Drawing of three drums", "Drums lead each band."],
      ["lamp", "Drawing of a lit street lamp at dusk", "The route at night."],
    ],
    tags: ["festival", "december"],
    lga: "Calabar Municipal",
  },
  {
    title: "Leboku, the New Yam festival of Ugep",
    summary: "Three weeks in August thank for the harvest of yams.",
    body: richDoc(
      "In Ugep and the other towns of Yakurr the first yams are eaten after Leboku. Rituals, a fair and dances follow one another; wrestlers and young women in brass anklets are its best-known figures.",
      bulletList("Place: Ugep, Yakurr", "Time: August", "Open to visitors"),
    ),
    cover: "yams",
    alt: "Drawing of a heap of yams",
    gallery: [["drums", "Drawing of three drums", "Drums call the wrestlers."]],
    tags: ["festival", "harvest"],
    lga: "Yakurr",
  },
  {
    title: "Ekpe and its masquerades",
    summary: "A society that kept law and order, and still dances.",
    body: richDoc(
      "Ekpe, the leopard society, judged and kept the peace along the Cross River before there were courts. Its masquerades still come out at funerals, coronations and festivals.",
      heading("How to behave"),
      bulletList("Ask before you take a picture.", "Do not stand in the way of a masquerade."),
    ),
    cover: "mask",
    alt: "Drawing of a carved mask",
    tags: ["masquerade", "history"],
    lga: "Calabar South",
  },
  {
    title: "Nsibidi, the signs of the Cross River",
    summary: "One of Africa's own systems of writing comes from here.",
    body: richDoc(
      "Nsibidi is made of several hundred signs for things, deeds and ideas. It is found on cloth, on calabashes and on walls, and among the Ejagham, Efik and their neighbours it is centuries old.",
    ),
    cover: "signs",
    alt: "Drawing of curved signs on cloth",
    tags: ["writing", "history"],
    lga: null,
  },
  {
    title: "The monoliths of Alok",
    summary: "Carved stones in circles, older than any record.",
    body: richDoc(
      "Around Ikom stand some three hundred carved stones, up to two metres high, with faces and signs. Those of Alok are in a garden that visitors may enter.",
    ),
    cover: "stones",
    alt: "Drawing of standing stones",
    tags: ["history", "places"],
    lga: "Ikom",
  },
  {
    title: "Obudu Plateau",
    summary: "Cool air at 1,600 metres above the sea.",
    body: richDoc(
      "The plateau in Obanliku has grassland, forest and waterfalls, and a cable car that climbs from the valley. Nights are cold: bring warm clothes.",
    ),
    cover: "mountains",
    alt: "Drawing of green mountains with clouds",
    gallery: [["road", "Drawing of a road through hills", "The road up has many bends."]],
    tags: ["places", "nature"],
    lga: "Obanliku",
  },
  {
    title: "Kwa Falls",
    summary: "A waterfall in the forest of Akamkpa.",
    body: richDoc("Steps lead down to the foot of the falls. After rain the steps are slippery, so go with somebody."),
    cover: "waterfall",
    alt: "Drawing of a waterfall between trees",
    tags: ["places", "nature"],
    lga: "Akamkpa",
  },
  {
    title: "Agbokim Waterfalls",
    summary: "Seven streams fall side by side near the border.",
    body: richDoc(
      "The falls of Agbokim lie in Etung, not far from Ikom. They are widest at the end of the rainy season.",
    ),
    cover: "waterfall",
    alt: "Drawing of a waterfall between trees",
    tags: ["places", "nature"],
    lga: "Etung",
  },
  {
    title: "Drill monkeys of Afi Mountain",
    summary: "A sanctuary where rare apes and monkeys live.",
    body: richDoc(
      "Afi Mountain in Boki is one of the last homes of the drill and of the Cross River gorilla. A sanctuary takes care of animals that were kept as pets.",
    ),
    cover: "mountains",
    alt: "Drawing of green mountains with clouds",
    tags: ["nature"],
    lga: "Boki",
  },
  {
    title: "Edikang ikong and afang",
    summary: "Two soups that made the kitchens of Calabar known.",
    body: richDoc(
      "Both are soups of leaves, cooked with palm oil, fish and meat. Edikang ikong takes pumpkin and water leaves, afang the leaves of the same name.",
    ),
    cover: "pot",
    alt: "Drawing of a pot over a fire",
    tags: ["food"],
    lga: "Calabar Municipal",
  },
  {
    title: "The Old Residency in Calabar",
    summary: "A museum in a house that came by ship in 1884.",
    body: richDoc(
      "The house of the consul was built of parts from Britain. Today it is a museum of the history of Old Calabar.",
    ),
    cover: "house",
    alt: "Drawing of a house with a veranda",
    tags: ["history", "places"],
    lga: "Calabar Municipal",
  },
  {
    title: "Bekwarra and its drums",
    summary: "Dances of the north of the state.",
    body: richDoc("In Bekwarra dances go with the seasons of farming. Their drums are carved of one piece of wood."),
    cover: "drums",
    alt: "Drawing of three drums",
    tags: ["music"],
    lga: "Bekwarra",
  },
];

const DAYS_BETWEEN_ARTICLES = 11;

/** Articles, newest first: one is a draft, one is scheduled for next month, one is archived. */
export const ARTICLE_STORIES: readonly ContentEntryStory[] = [
  ...ARTICLES.map(
    (each, index): ContentEntryStory => ({
      kind: "culture",
      draft: article(each),
      published: [{ ago: (5 + index * DAYS_BETWEEN_ARTICLES) * DAY_MS, until: null }],
      ...(index === ARTICLES.length - 1 && { archived: 2 * DAY_MS }),
    }),
  ),
  {
    kind: "culture",
    draft: article({
      title: "Christmas in the villages",
      summary: "Everybody comes home at the end of the year.",
      body: richDoc("From the week before Christmas buses are full and markets are open late."),
      cover: "house",
      alt: "Drawing of a house with a veranda",
      tags: ["december"],
      lga: null,
    }),
    published: [{ ago: -15 * DAY_MS, until: -50 * DAY_MS }],
  },
  {
    kind: "culture",
    draft: {
      texts: { en: { title: "Boat races on the Calabar River", summary: "", body: null } },
      cover_id: null,
      cover_alt: "",
      gallery: [],
      tags: [],
      lga: "Calabar South",
    },
    published: [],
  },
];
