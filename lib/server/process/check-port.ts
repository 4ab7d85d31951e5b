import "server-only";
import { createServer } from "node:http";
import { settingFault } from "@/lib/settings/setting-faults";

/** Opens the port as Next.js does, and closes it. @returns a sentence if that fails */
export async function findPortFault(port: number): Promise<string | undefined> {
  const server = createServer();
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve);
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
  if (!error) return undefined;
  return settingFault("PORT", `is ${port}, which ${REASONS[error.code ?? ""] ?? `can't be opened: ${error.message}`}`);
}

const REASONS: Record<string, string> = {
  EADDRINUSE: "another program uses",
  EACCES: "this user may not open",
};
