/** First port of the tests' servers: another one lets two runs share a machine (`E2E_PORT=3409 npx playwright test`). */
const FIRST = Number(process.env.E2E_PORT ?? 3209);

/** A port that is a test's own. @param at its place among those of the tests */
export const testPort = (at: number) => FIRST + at;
