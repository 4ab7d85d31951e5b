import "server-only";
import { citizenCalls } from "./content/citizen-calls";
import { deskCalls } from "./content/desk-calls";
import { entryCalls } from "./content/entry-calls";

export const content = { ...entryCalls, ...deskCalls, ...citizenCalls };
