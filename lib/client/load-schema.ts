/** Loads a schema of the contract after configuring zod. Runs on first use, so that pages do not load zod. */
export const loadSchema = async <T>(load: () => Promise<T>): Promise<T> => {
  await import("./zod-setup");
  return load();
};
