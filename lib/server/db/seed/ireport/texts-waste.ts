import "server-only";
import type { ReportSituations } from "./texts";

/** Titles and texts of demo reports about refuse, erosion and fallen trees. */
export const WASTE_SITUATIONS = {
  "Refuse not collected": [
    [
      "Refuse at {mark} not carried",
      "Refuse heap near {mark} is growing",
      "The refuse at {mark} has not been carried. It has entered {street} and cars drive over it. The smell is too much for those who sell food there.",
    ],
    [
      "Dustbin full on {where}",
      "The big bin on {where} overflows",
      "The big bin on {street} is full and people now throw everything beside it. Dogs scatter it at night. It used to be emptied every Monday and Thursday.",
    ],
    [
      "No refuse truck on {where} for weeks",
      "Refuse truck skips {where}",
      "The truck passes the main road but does not enter {street} any more. We pay the sanitation levy like everybody. Please tell the driver to come in.",
    ],
    [
      "Market refuse blocks {where}",
      "Heap of market refuse on {where}",
      "Market women and customers cannot pass because the heap has covered half of {street}. Rotten tomatoes and fish, flies everywhere. It is a health matter.",
    ],
    [
      "Refuse burning at {mark}",
      "Smoke from burning refuse on {where}",
      "Because nobody carries the refuse, people burn it behind {mark}. The smoke enters the rooms on {street}. My mother is asthmatic and had to leave.",
    ],
    [
      "Bin removed from {where}",
      "We need the bin back on {where}",
      "They took away the public bin on {street} and did not bring another. Now everybody drops refuse at {mark}.",
    ],
    [
      "Dead dog on {where}",
      "Dead animal near {mark}",
      "A dead dog has been on {street} for three days, close to {mark}. It is swollen. Please send people to remove it.",
    ],
    [
      "Sanitation day refuse still on {where}",
      "Heaps from sanitation Saturday on {where}",
      "We cleaned on sanitation Saturday and packed everything at {mark} as the announcer said. No truck came. Half of it is back in the gutter.",
    ],
    [
      "Truck drops refuse along {where}",
      "Open refuse truck litters {where}",
      "The refuse truck has no cover, so what it carries falls on {street} again. Nylon is flying everywhere after it has passed.",
    ],
  ],
  "Illegal dumping": [
    [
      "People dump refuse behind {mark}",
      "Illegal dump behind {mark}",
      "A vehicle comes at night and empties refuse behind {mark}. We have seen it three times on {street}. It is a blue pick-up.",
    ],
    [
      "Soakaway emptied into the stream at {town}",
      "Sewage poured into the stream near {where}",
      "A tanker empties soakaway waste into the stream behind {street}. People of {town} wash and bathe down there.",
    ],
    [
      "Mechanic pours oil on {where}",
      "Black oil in the gutter of {where}",
      "The mechanics at {mark} pour used engine oil into the gutter on {street}. It runs into the wells when it rains.",
    ],
    [
      "Abattoir waste on {where}",
      "Blood and bones dumped near {mark}",
      "Blood and bones from the slaughter place are dumped near {mark}. Vultures have gathered and the smell reaches {street}.",
    ],
    [
      "Building rubble dropped on {where}",
      "Heap of blocks and sand on {where}",
      "Someone who is renovating dropped all the rubble on {street}, on the walkway. People walk on the road because of it.",
    ],
    [
      "Hospital waste in the open near {mark}",
      "Needles thrown away near {mark}",
      "I saw needles and drip bags thrown on the refuse near {mark}. Children pick things there. This should not be allowed.",
    ],
  ],
  "Erosion and landslides": [
    [
      "Gully is eating {where}",
      "Gully erosion near {mark}",
      "The gully beside {street} grows with each rain. It is now four metres from {mark}. Two families have packed out.",
    ],
    [
      "Land slid down behind {mark}",
      "Landslide on the hill above {where}",
      "Part of the hill came down behind {mark} on Sunday after the heavy rain. Stones are lying on {street}, and more can follow.",
    ],
    [
      "Erosion exposes our water pipe on {where}",
      "Pipe hangs in the air over the gully, {where}",
      "The erosion on {street} has washed all the soil from under the water pipe. It is hanging in the air and bends when people step on it.",
    ],
    [
      "House about to fall into the gully, {where}",
      "Crack in the ground near {mark}",
      "There is a long crack in the ground near {mark}. The last house on {street} already leans. People still sleep inside because they have nowhere to go.",
    ],
    [
      "Road to {town} cut by erosion",
      "Erosion will soon cut {where}",
      "Erosion has eaten the road to {town} from both sides. Bikes pass in the middle one after the other. Farmers cannot bring out their yams and garri.",
    ],
    [
      "Sand filling at {mark} was washed away",
      "Erosion control failed at {where}",
      "The sandbags that were put at {mark} lasted only one season. The water goes around them and digs behind. {street} needs a proper drain.",
    ],
    [
      "Graves exposed by erosion at {town}",
      "Erosion reached the cemetery near {where}",
      "The erosion has reached the cemetery behind {street}. It is not a thing to see. The church has asked us to report it.",
    ],
  ],
  "Fallen trees": [
    [
      "Tree fell across {where}",
      "{where} blocked by a fallen tree",
      "A very big tree fell across {street} in the storm. No vehicle can pass. It also pulled down the light wire beside {mark}, so please be careful.",
    ],
    [
      "Old tree will fall on {mark}",
      "Dry tree leaning over {mark}",
      "The old mango tree at {mark} is dry and leans over the roof. When breeze blows it makes noise. We beg you to cut it before it kills people.",
    ],
    [
      "Branches on the electric line, {where}",
      "Branches touch the wire on {where}",
      "Branches touch the high-tension wire on {street} and there is fire and noise whenever it rains.",
    ],
    [
      "Cut tree left on {where}",
      "Tree trunk left by the road, {where}",
      "They cut the tree on {street} but left the trunk half on the road, near {mark}. A keke hit it at night.",
    ],
    [
      "Bush has covered {where}",
      "Overgrown bush near {mark}",
      "The bush on both sides of {street} is so high that drivers cannot see the bend at {mark}. Snakes come out of it into the compounds.",
    ],
  ],
} as const satisfies ReportSituations;
