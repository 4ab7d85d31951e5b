/** Runs once before the server answers. Compiled for the edge too, hence the guard around everything of Node's. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("@/lib/server/process/start");
  await startServer();
}
