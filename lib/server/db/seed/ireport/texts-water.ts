import "server-only";
import type { ReportSituations } from "./texts";

/** Titles and texts of demo reports about water supply and flooding. */
export const WATER_SITUATIONS = {
  "No water": [
    [
      "No water on {where}",
      "Taps on {where} are dry",
      "Our taps on {street} have been dry. We buy from the tanker at 12,000 naira, which most people here cannot afford. The bill still comes every month.",
    ],
    [
      "Borehole at {mark} spoilt",
      "The borehole near {mark} stopped",
      "The community borehole at {mark} has stopped pumping. The women of {town} trek to the stream now, and children miss school because of it.",
    ],
    [
      "Water comes only at midnight on {where}",
      "{where}: water runs at night only",
      "Water runs on {street} only between midnight and 2 am. Old people who live alone cannot wake up to fetch it.",
    ],
    [
      "Brown water from our tap, {where}",
      "Dirty water on {where}",
      "The water that comes out on {street} is brown and smells of iron. Two children in our compound have running stomach. Please test it.",
    ],
    [
      "Public tap at {mark} locked",
      "Tap at {mark} closed by one man",
      "A man has put a padlock on the public tap at {mark} and sells the water at 50 naira per bucket. It was built for the community.",
    ],
    [
      "No pressure upstairs on {where}",
      "Very low water pressure on {where}",
      "The pressure on {street} is so low that one bucket takes thirty minutes. It was better before the new estate was connected.",
    ],
    [
      "Pump at the waterworks of {town}",
      "Waterworks of {town} without diesel",
      "The attendant says that there is no diesel for the pump, so the whole of {town} gets no water. We only want to know when it will run again.",
    ],
    [
      "Water tank at {mark} is leaking",
      "Overhead tank near {mark} leaks",
      "The overhead tank beside {mark} leaks from below, and by morning it is empty. All the water runs into {street}.",
    ],
    [
      "Meter on {where} reads although no water came",
      "We pay for water that we don't get on {where}",
      "The meter runs with air on {street}. Nothing but air comes for days, and yet the reading goes up. Please check it.",
    ],
  ],
  "Burst pipes": [
    [
      "Burst pipe on {where}",
      "Water main burst at {where}",
      "A big pipe has burst on {street}, opposite {mark}. Clean water has been running into the gutter since, and it is digging a hole under the tar.",
    ],
    [
      "Leaking pipe is washing away {where}",
      "Leak under {where}",
      "Water comes up from under {street} near {mark}, day and night. The road has started to sink there.",
    ],
    [
      "Pipe broken by grader at {mark}",
      "Grader cut the pipe near {mark}",
      "The grader that worked on {street} cut our water pipe yesterday. They covered it with sand and went away. Nobody from {mark} to the junction has water.",
    ],
    [
      "Fountain on {where}",
      "Pipe is shooting water on {where}",
      "A pipe on {street} is shooting water up like a fountain, and children are swimming in it. People further down have no water.",
    ],
    [
      "Gutter water enters a broken pipe on {where}",
      "Dirty gutter over a leaking pipe, {where}",
      "The leaking pipe on {street} lies inside the gutter, so dirty water enters it. We are afraid of cholera here.",
    ],
    [
      "Valve at {mark} does not close",
      "Valve leaks at {mark}",
      "The valve box at {mark} overflows every time they pump. Somebody removed the cover, so a child could fall in.",
    ],
  ],
  "Flooding and blocked drains": [
    [
      "Flood enters houses on {where}",
      "{where} is under water",
      "Whenever it rains for one hour the flood enters our houses on {street}. Yesterday it reached the bed. We have put sandbags, but they are not enough.",
    ],
    [
      "Blocked gutter on {where}",
      "Gutter full of refuse on {where}",
      "The gutter on {street} is full to the top with sand and pure-water nylon. The water runs over the road and into the shops at {mark}.",
    ],
    [
      "Drain at {mark} not finished",
      "Unfinished drain on {where}",
      "They built the drain from {mark} and stopped halfway, so all the water of the area ends in our compound on {street}. Please finish it to the river.",
    ],
    [
      "Bad smell from the gutter on {where}",
      "Standing water and mosquitoes on {where}",
      "The water in the gutter of {street} does not move any more. It is green, it smells, and the mosquitoes are too many. Malaria is in every house.",
    ],
    [
      "Fence fell on {where} because of flood",
      "Flood brought down a fence near {mark}",
      "The flood of Friday night pushed down a fence on {street}, near {mark}. Nobody was hurt, but the next wall is already cracked.",
    ],
    [
      "Slabs over the drain are broken at {mark}",
      "Missing drain covers on {where}",
      "Five slabs over the drain at {mark} are broken. At night people fall in, and when {street} is flooded you cannot see where the drain is.",
    ],
    [
      "House built on the drain at {where}",
      "Waterway blocked by a building on {where}",
      "Someone is building on the natural waterway behind {street}. Since then the flood comes to us. Kindly send the people who control building.",
    ],
    [
      "River is rising at {town}",
      "Water has reached the farms behind {where}",
      "The river behind {street} has come out of its bank and the farms are gone. If it rises one more metre it will reach the houses near {mark}.",
    ],
    [
      "School path flooded near {mark}",
      "Pupils wade through water at {mark}",
      "The path from {street} to {mark} is under water up to the knee. Small children are carried on the back. There may be snakes.",
    ],
    [
      "Drain was cleared but the sand left on {where}",
      "Heaps from the gutter left on {where}",
      "They cleared the gutter on {street}, which is good, but left the heaps beside it. With the next rain everything went back inside.",
    ],
  ],
} as const satisfies ReportSituations;
