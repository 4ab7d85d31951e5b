/** Checks the settings and starts the server's tasks before the first request. The check of NEXT_RUNTIME keeps Node.js code out of the edge build. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { refuseWrongSettings, trimEnvironment } = await import("@/lib/server/process/check-settings");
  trimEnvironment();
  refuseWrongSettings();
  const [{ startServer }, { exitAfterFailedStart }] = await Promise.all([
    import("@/lib/server/process/start"),
    import("@/lib/server/process/refuse-start"),
  ]);
  await startServer().catch(exitAfterFailedStart);
}

/** Logs an error of a page with its request id and with the digest that the error page shows. */
export async function onRequestError(
  error: unknown,
  request: { path: string; headers: NodeJS.Dict<string | string[]> },
) {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logPageError } = await import("@/lib/server/process/page-errors");
  logPageError(error, request);
}
