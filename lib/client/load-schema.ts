/** Loads a schema of the contract after zod's configuration. On first use, so that no page loads zod. */
export const loadSchema = async <T>(load: () => Promise<T>): Promise<T> => {
  await import("./zod-setup");
  return load();
};
