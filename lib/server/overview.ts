import "server-only";
import { api } from "./api/pipeline";
import { homeFigures } from "./overview/home-figures";

const { overview: calls } = api;

export const overview = {
  figures: calls.figures.handler(({ input, context: { db, admin } }) => homeFigures(db, admin, Number(input.days))),
};
