import "server-only";
import type { IreportState } from "@/lib/contract/ireport.values";
import type { StarterCategoryName } from "./report-categories";

type StarterTemplate = { name: string; text: string; category?: StarterCategoryName; state?: IreportState };

/** Sample templates: for all reports, for one state, for one category, and for one state and category. */
export const STARTER_REPORT_TEMPLATES: readonly StarterTemplate[] = [
  {
    name: "We are on it",
    text: "Good day {name}, thank you for your report {number}. Our team has taken it up, and we write here as soon as there is news.",
    state: "in_progress",
  },
  {
    name: "Received",
    text: "Good day {name}, we have received “{title}” ({number}) and are passing it on to the people who can help.",
    state: "acknowledged",
  },
  {
    name: "Where exactly?",
    text: "Good day {name}, we could not find the place. Which house or shop is it nearest to, and what is opposite? A photo from the road helps.",
  },
  {
    name: "Takes longer",
    text: "Good day {name}, {number} takes longer than we promised. We are sorry, and write again within three days.",
    state: "in_progress",
  },
  {
    name: "Federal road",
    text: "Good day {name}, this road belongs to the Federal Government. We have sent your report {number} to the controller of works in Calabar.",
    category: "Potholes and damaged roads",
    state: "in_progress",
  },
  {
    name: "Road repaired",
    text: "Good day {name}, the bad portion you reported in {number} has been repaired. Please tell us if it opens again: you can reopen this report for 14 days.",
    category: "Potholes and damaged roads",
    state: "in_progress",
  },
  {
    name: "Light repaired",
    text: "Good day {name}, the light is on again. Please look tonight and tell us if it is not. Report {number}.",
    category: "Street lights",
    state: "in_progress",
  },
  {
    name: "Water shut for repair",
    text: "Good day {name}, water will be shut tomorrow from 9 to 3 while the pipe is repaired. Please keep some. Report {number}.",
    category: "Burst pipes",
  },
  {
    name: "Truck is coming",
    text: "Good day {name}, a truck comes for the refuse tomorrow morning. Please keep the way to it free. Report {number}.",
    category: "Refuse not collected",
    state: "in_progress",
  },
  {
    name: "Keep away from the edge",
    text: "Good day {name}, our engineers are looking at the gully. Please keep children away from the edge, and call 112 if the ground moves. Report {number}.",
    category: "Erosion and landslides",
  },
  {
    name: "Treated in confidence",
    text: "Thank you for writing to us. Your report {number} is read by very few people, and the person it is about is not told who wrote it.",
    category: "Complaints about officials",
  },
  {
    name: "Nothing found",
    text: "Good day {name}, our team went there and found nothing of the kind. If it comes back, please report it again with a photo. Report {number}.",
  },
];
