import "server-only";
import { api } from "./api/pipeline";
import { homeFigures } from "./overview/figures";
import { workFor } from "./overview/work";

const { overview: calls } = api;

export const overview = {
  figures: calls.figures.handler(({ input, context: { db, admin } }) => homeFigures(db, admin, input)),
  work: calls.work.handler(({ context: { db, admin } }) => workFor(db, admin)),
};
