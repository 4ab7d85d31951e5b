/** First port of the test servers. For two test runs on one machine, set another port (`E2E_PORT=3409 npx playwright test`). */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3209);

/** Returns the port of a test server. @param offset a number that no other test file passes */
export const testPort = (offset: number) => FIRST_PORT + offset;
