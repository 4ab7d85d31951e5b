/**
 * First port of the test servers. Set another one to run two test runs on one machine (`E2E_PORT=3409 npx playwright
 * test`).
 */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3209);

/** Returns the port of a test server. @param offset number that no other test file uses */
export const testPort = (offset: number) => FIRST_PORT + offset;
