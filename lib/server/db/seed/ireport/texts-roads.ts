import "server-only";
import type { ReportSituations } from "./texts";

/** Titles and texts of demo reports about roads, street lights and traffic. */
export const ROAD_SITUATIONS = {
  "Potholes and damaged roads": [
    [
      "Big pothole on {where}",
      "Deep hole on {where} close to {mark}",
      "There is a very big pothole on {street}, close to {mark}. Keke and bike riders use the other lane to dodge it, and two people have fallen there already. When it rains you cannot see how deep it is.",
    ],
    [
      "{where} has cut into two",
      "Half of {where} has washed away",
      "The heavy rain washed away one side of {street}. Only one car can pass at a time now, and trailers still try to use it. If it cuts again, {town} people will not be able to pass at all.",
    ],
    [
      "Bad portion near {mark}, {where}",
      "Please patch {where} near {mark}",
      "The portion of the road in front of {mark} is so bad that cars scrape their bottom there. I have changed shock absorbers two times this year because of this one spot on {street}.",
    ],
    [
      "Broken culvert on {where}",
      "Culvert has fallen in at {where}",
      "The slab over the culvert on {street} broke last week and nobody has covered it. A child put his leg inside on the way to school. Neighbours put a tyre and red cloth there as a sign.",
    ],
    [
      "Contractor abandoned {where}",
      "Work stopped on {where} since last year",
      "A contractor graded {street} and left. They never came back with the asphalt. Now the dust is inside our rooms in the dry season, and it is pure mud when rain falls.",
    ],
    [
      "Manhole open in the middle of {where}",
      "Open manhole beside {mark}",
      "The manhole cover in the middle of {street} is missing, I think scrap people took it. It is just opposite {mark}, where many people cross at night.",
    ],
    [
      "Bridge rail broken at {where}",
      "Small bridge on {where} is shaking",
      "The small bridge on {street} shakes when a lorry passes, and the rail on the left side has fallen into the water. Schoolchildren from {town} cross it every morning.",
    ],
    [
      "Road to {mark} is not motorable",
      "{where}: vehicles cannot reach {mark}",
      "Vehicles can no longer get to {mark}. Last week a pregnant woman had to be carried on a bike because no taxi agreed to enter {street}.",
    ],
    [
      "Speed bump on {where} is too high",
      "No sign before the bump on {where}",
      "Somebody built a very high bump on {street} without any sign or paint. At night drivers jump on it. I counted three accidents this month, near {mark}.",
    ],
    [
      "Trench left open across {where}",
      "Cable people dug up {where}",
      "People laying cable dug across {street} and closed it with sand only. It has sunk and become a gutter in the road, right at {mark}. The one who gave them permission should make them repair it.",
    ],
    [
      "Shoulder of {where} is gone",
      "Road edge broken on {where}",
      "The edge of the tar on {street} has broken off, and the drop is almost one foot. When two vehicles meet, one must go down. Motorcycles somersault there.",
    ],
    [
      "Failed patch on {where}",
      "{where}: the patch did not last one month",
      "They patched this hole on {street} at {mark} not up to a month ago and it has opened again, wider than before. Please do it well this time, not only sand and small tar on top.",
    ],
  ],
  "Street lights": [
    [
      "Street lights on {where} are off",
      "No street light on {where}",
      "All the street lights on {street} have been off, from {mark} to the end of the road. It is very dark and women coming from the market are afraid to pass.",
    ],
    [
      "Light pole about to fall on {where}",
      "Leaning light pole near {mark}",
      "A lorry hit one of the light poles on {street}, near {mark}. It is leaning over the road and the wire is holding it. It can fall on somebody any time.",
    ],
    [
      "Lights on {where} burn in the daytime",
      "{where}: lights on by day, off at night",
      "The street lights on {street} are on in the afternoon and go off around 7 pm. It looks as if the timer was set upside down.",
    ],
    [
      "Solar lamp at {mark} is dead",
      "Solar light near {mark} does not come on",
      "The solar light at {mark} stopped working after only four months. The battery box is hanging open. Others on {street} are still fine.",
    ],
    [
      "Bare wire from light pole on {where}",
      "Naked wire hanging by {mark}",
      "A naked wire is hanging from the street light pole beside {mark}. Children play there. Please send someone before it kills a person.",
    ],
    [
      "Only one lamp works on {where}",
      "Most lamps on {where} are blind",
      "Out of the twelve lamps on {street} only one is working. Thieves snatched a phone there on Sunday evening.",
    ],
    [
      "Street light shaking at {where}",
      "Flickering lamp on {where}",
      "The lamp in front of our gate on {street} goes on and off all night, like disco light. We have covered our window with a wrapper because of it.",
    ],
    [
      "Lamp heads removed on {where}",
      "Somebody stole lamps on {where}",
      "Boys climbed the poles on {street} and removed the lamp heads of three of them at night. We told the police post, and I am telling you so that they can be replaced.",
    ],
  ],
  "Traffic and parking": [
    [
      "Trailers park on {where} day and night",
      "Trailers block {where}",
      "Trailers park on both sides of {street} from morning till night. One lane is left for everybody, and an ambulance could not pass on Tuesday.",
    ],
    [
      "Traffic light at {mark} not working",
      "Dead traffic light near {mark}",
      "The traffic light at {mark} has not worked, and no warden comes. Every evening drivers quarrel there and {street} stands still for an hour.",
    ],
    [
      "Keke park has taken over {where}",
      "Keke riders block the mouth of {where}",
      "Keke riders have turned the mouth of {street} into a park. People who live here cannot drive in or out between 4 and 7 pm.",
    ],
    [
      "No zebra crossing at {mark}",
      "Pupils cannot cross at {mark}",
      "There is no crossing in front of {mark}, and cars do not slow down. A pupil was knocked down there, thank God he survived. Please paint a zebra and put a sign.",
    ],
    [
      "Abandoned lorry on {where}",
      "Broken-down lorry on {where} for weeks",
      "A broken-down lorry has stayed on {street} for weeks with no sign behind it. A bike ran into it on Saturday night. It should be towed.",
    ],
    [
      "One way on {where} is not obeyed",
      "Cars drive against traffic on {where}",
      "Drivers face one way on {street} as they like, even official cars. It is only a matter of time before there is a head-on collision at {mark}.",
    ],
    [
      "Wrong fees at the park near {mark}",
      "Touts collect money on {where}",
      "Boys without uniform stop commercial drivers on {street} and collect 500 naira without a ticket. If you refuse they remove your wiper.",
    ],
  ],
  "Street names and signs": [
    [
      "Name board of {where} has fallen",
      "{where} has no name board",
      "The name board of {street} fell down and visitors cannot find us. The dispatch riders always go to the wrong street.",
    ],
    [
      "Direction sign at {mark} is wrong",
      "Wrong sign near {mark}",
      "The sign at {mark} points to the wrong side, so strangers end up in the bush path behind {street}.",
    ],
  ],
} as const satisfies ReportSituations;
