import "server-only";
import type { ReportSituations } from "./texts";

/** Titles and texts of demo reports about health, safety, schools, markets, offices and officials. */
export const PUBLIC_SITUATIONS = {
  "Fire and gas": [
    [
      "Gas shop among houses on {where}",
      "Gas is sold between houses on {where}",
      "A man fills gas cylinders in his shop on {street}, between living houses, with a food seller frying akara next door. One spark and we are all gone.",
    ],
    [
      "Transformer sparks at {mark}",
      "Fire from the transformer near {mark}",
      "The transformer at {mark} brings out fire whenever the light comes. Yesterday the oil was dropping on {street}.",
    ],
    [
      "Fuel sold in jerrycans on {where}",
      "Black market fuel near {mark}",
      "Boys keep fuel in jerrycans in a wooden shop near {mark}. They smoke there. We from {street} have warned them many times.",
    ],
    [
      "Tanker leaks fuel on {where}",
      "Smell of fuel on {where}",
      "A parked tanker on {street} is dropping fuel into the gutter, and the smell is strong as far as {mark}. The driver is nowhere to be found.",
    ],
    [
      "Bush fire behind {mark}",
      "Bush burning close to {where}",
      "Hunters set fire to the bush behind {mark} and it is coming towards the houses on {street}. The breeze is strong.",
    ],
    [
      "No fire extinguisher at {mark}",
      "Fire exit locked at {mark}",
      "There is an event hall near {mark} on {street} with one door only, and the other is chained. More than 300 people were inside on Saturday.",
    ],
  ],
  "Health centres": [
    [
      "No nurse at the health centre of {town}",
      "Health centre near {where} closed",
      "The health centre near {street} is locked most days. A woman in labour was turned back on Wednesday, because there was nobody on duty.",
    ],
    [
      "No drugs at the health centre near {where}",
      "Health centre at {mark} has no malaria drugs",
      "They write the drugs on paper and tell you to buy them at {mark}. Even paracetamol is not there. It was said that it is free for under-fives.",
    ],
    [
      "Roof of the health centre leaks, {where}",
      "Rain enters the ward near {mark}",
      "When it rains the patients in the ward near {mark} move their beds. The ceiling over the delivery room has fallen.",
    ],
    [
      "Cold box for vaccines spoilt at {town}",
      "No vaccination in {town} this month",
      "We came to {mark} for immunisation three times. They say that the fridge is spoilt. My baby is two months behind.",
    ],
    [
      "Ambulance parked without tyres at {mark}",
      "Ambulance of {town} not working",
      "The ambulance at {mark} has stood without tyres for months. Accident victims from {street} are carried in keke.",
    ],
    [
      "Many people with running stomach on {where}",
      "Cholera fear on {where}",
      "Seven people in three compounds on {street} have running stomach and vomiting since Monday. We all drink from the well near {mark}. Please come and test it.",
    ],
  ],
  "Safety at night": [
    [
      "Robbers at the dark corner of {where}",
      "Phone snatching near {mark}",
      "Boys on a bike snatch phones and bags near {mark} between 7 and 9 in the evening. It is the third time this week on {street}. A patrol would help.",
    ],
    [
      "Cult fight on {where}",
      "Boys with cutlasses near {mark}",
      "There was a fight between two groups on {street} last night. They carried cutlasses. People are afraid to open their shops at {mark}.",
    ],
    [
      "Uncompleted building used by criminals, {where}",
      "Bad boys in an uncompleted building on {where}",
      "An uncompleted building on {street} is used by boys who smoke and disturb girls that pass to {mark}.",
    ],
    [
      "Noise from a bar on {where} till morning",
      "Loudspeakers on {where} all night",
      "The new bar on {street} plays music till 4 am, even on Sunday. There is a clinic beside it. We talked to the owner and he laughed.",
    ],
    [
      "Stray cows on {where}",
      "Cows enter compounds on {where}",
      "Cows walk along {street} without anybody and have destroyed our gardens. One of them chased children near {mark}.",
    ],
    [
      "Police post at {mark} is empty",
      "Nobody at the police post on {where}",
      "There is nobody at the post near {mark} after 6 pm. When something happens on {street} we have no number to call.",
    ],
  ],
  "School buildings": [
    [
      "Roof of the school at {town} blown off",
      "Storm removed the school roof, {where}",
      "The storm removed the roof of two classrooms of the primary school on {street}. Primary 3 and 4 now learn under the mango tree.",
    ],
    [
      "Pupils sit on the floor at {town}",
      "No desks in the school on {where}",
      "In the school on {street} more than half of the children sit on the floor. In primary 1 there are 94 pupils with six desks.",
    ],
    [
      "School wall has a wide crack, {where}",
      "Classroom wall may fall near {mark}",
      "The back wall of the classroom near {mark} has a crack that you can put your hand into. The head teacher moved the pupils out, but they need the room.",
    ],
    [
      "No toilet in the school on {where}",
      "School toilet near {mark} collapsed",
      "The only toilet of the school near {mark} has collapsed. Girls go home when they need it, and some don't come back.",
    ],
    [
      "School fence on {where} broken",
      "Goats and strangers in the school on {where}",
      "The fence of the school on {street} fell, and anybody walks in. Bikes use the football field as a short cut to {mark}.",
    ],
    [
      "Teachers absent in {town}",
      "Two teachers for six classes in {town}",
      "The school on {street} has two teachers for six classes. The others were transferred after the holiday and nobody replaced them.",
    ],
    [
      "New classroom block left without doors, {where}",
      "Classroom block not finished near {mark}",
      "The new block near {mark} has no doors and windows, and people have begun to use it as a toilet. It was commissioned on the radio.",
    ],
  ],
  Markets: [
    [
      "Market stalls on {where} flooded",
      "Water in the market near {mark}",
      "Whenever rain falls the market near {mark} becomes a pool. Traders put their goods on tables with blocks under them. Two bags of my crayfish spoilt.",
    ],
    [
      "Refuse in the middle of the market, {where}",
      "Market near {where} has no bin",
      "There is no bin in the market beside {street}, so everything goes to the heap in the middle. We pay the daily toll and ask what it is used for.",
    ],
    [
      "Toll collected two times at {mark}",
      "Double toll in the market on {where}",
      "Two different groups collect toll from us at {mark}, each with its own ticket. Please tell us which of them is the real one.",
    ],
    [
      "Market toilet at {mark} closed",
      "No toilet for traders near {mark}",
      "The toilet in the market at {mark} has been closed. Over 500 traders use the bush behind {street}.",
    ],
    [
      "Stalls burnt at {mark} not rebuilt",
      "Burnt market line near {where}",
      "The line that burnt at {mark} is still as it was. Traders sell on {street} instead, which makes traffic worse for everybody.",
    ],
    [
      "Cold room at {mark} has no light",
      "Fish sellers at {mark} lose their goods",
      "The cold room at {mark} has had no electricity. Fish sellers throw goods away every day. They ask who is in charge of the generator.",
    ],
    [
      "Market gate near {mark} locked too early",
      "Gate on {where} closed at 5 pm",
      "The gate on {street} is locked at 5 pm while traders are still inside. If there is a fire nobody can run out.",
    ],
  ],
  "Public offices": [
    [
      "Nobody at the council office on {where}",
      "Council office on {where} opens at noon",
      "I came to the office on {street} for a certificate of origin three times before 10 am. Nobody was there. People come from far to {town} for this.",
    ],
    [
      "No ramp at the office near {mark}",
      "My father cannot enter the office on {where}",
      "There are nine steps and no ramp at the office near {mark}. My father uses a wheelchair and had to be carried in like a bag of rice.",
    ],
    [
      "Receipt not given at {mark}",
      "Paid at the office on {where}, no receipt",
      "I paid for a building permit at the office on {street}, and was told that the receipt book is finished. Please help me to get it.",
    ],
    [
      "Public toilet at {mark} is locked",
      "Office toilet on {where} not usable",
      "Visitors wait for hours at the office near {mark}, and the toilet is locked. Old people suffer.",
    ],
    [
      "Birth registration at {town} has stopped",
      "No forms for birth registration in {town}",
      "Since two weeks there are no forms for birth registration at the office on {street}. Schools ask for it.",
    ],
    [
      "Ceiling of the office on {where} has fallen",
      "Rain destroys files at the office near {mark}",
      "The ceiling of the records room near {mark} has come down and rain drops on the files. I saw it with my eyes when I collected mine.",
    ],
  ],
  "Something else": [
    [
      "Stray dogs near {mark}",
      "Too many dogs on {where}",
      "About ten dogs without owners move around {mark}, and one bit a boy on {street}. We don't know which office is responsible.",
    ],
    [
      "Carnival stands still on {where}",
      "Old wooden stands near {mark}",
      "The wooden stands from the carnival are still on {street} and have begun to fall apart. Nails are lying around near {mark}.",
    ],
    [
      "Network mast too near to houses on {where}",
      "Generator of the mast on {where}",
      "The generator of the mast on {street} runs day and night and shakes our windows. Please check whether it may stand so close.",
    ],
    [
      "Thank you for the work on {where}",
      "Good work at {mark}",
      "I only want to say well done to the team that worked at {mark} on {street}. They were polite and finished before rain came. Others should learn from them.",
    ],
    [
      "Land dispute on {where}",
      "Two people sell the same land on {where}",
      "Two different people sell the same plot on {street}. We want to know which office can tell us whose it is before somebody gets hurt.",
    ],
    [
      "Community hall at {town} needs a key",
      "Hall near {mark} is locked up",
      "The hall near {mark} was built for the community, but one family keeps the key. The youths of {town} have nowhere to meet.",
    ],
  ],
  "Complaints about officials": [
    [
      "Officer at {mark} insulted me",
      "Rude treatment at the office on {where}",
      "The officer on duty at the office on {street} shouted at my mother and threw her papers down, because she does not speak English well. Others saw it.",
    ],
    [
      "Official car used for private business, {where}",
      "Government vehicle carries goods on {where}",
      "A vehicle with a government plate carries cement to a private site on {street} every weekend. I have the number.",
    ],
    [
      "Inspector closed my shop near {mark} without reason",
      "Shop sealed on {where} without a paper",
      "A man who said that he is an inspector sealed my shop near {mark} and left no paper. When I called the number he gave me, nobody picked.",
    ],
    [
      "Head of office never at work, {town}",
      "Staff collect salary and don't come, {town}",
      "In the office on {street} only two of nine people come to work. The others sign at the end of the month. I work near {mark} and see it.",
    ],
    [
      "Officer sells forms that are free, {town}",
      "Free forms are sold at {mark}",
      "The form is free, it is written on the wall, yet they sell it for 1,500 naira at {mark} and say that the free ones are finished.",
    ],
  ],
  "Requests for bribes": [
    [
      "Asked for money before signing, {where}",
      "Officer wants 20,000 before he signs",
      "The officer at the office on {street} said that my paper is ready, but that I should bring something for the boys. He wanted 20,000 naira. I have not paid.",
    ],
    [
      "Task force took money at {mark}",
      "Task force on {where} takes cash, no receipt",
      "The task force stopped my van at {mark}, took 10,000 naira cash and gave no receipt. One of them wore the tag turned round.",
    ],
    [
      "Money demanded for a bed near {mark}",
      "Nurse asked for money on {where}",
      "At the ward near {mark} a staff member asked for 5,000 naira before my sister got a bed. Please don't tell them that I wrote, she is still there.",
    ],
    [
      "Teacher collects money for results, {town}",
      "Payment for results at the school on {where}",
      "At the school on {street} parents must pay 3,000 naira to the teacher before the child gets the result. Those who cannot pay are sent home.",
    ],
  ],
} as const satisfies ReportSituations;
