// @ts-check
// Health check of the container: exits with 0 if the server can handle requests, else with 1. `npm run build` copies this file to
// .next/standalone. Written for Node.js, because the image has neither curl nor wget.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/api/health`;
const response = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
process.exitCode = response?.ok ? 0 : 1;
