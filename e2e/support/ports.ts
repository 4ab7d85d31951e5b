/** First port of the test servers. Another one lets two test runs share a machine (`E2E_PORT=3409 npx playwright test`). */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3209);

/** Returns a port for one test file. @param offset its index among the ports of the tests */
export const testPort = (offset: number) => FIRST_PORT + offset;
