import { z } from "zod";
import { instant } from "./common";

/** A file that waits for the request or report that uses it. */
export const upload = z.object({
  id: z.string(),
  content_type: z.string(),
  size: z.int(),
  width: z.int(),
  height: z.int(),
  /** Until when it can be used. */
  expires_at: instant,
});
export type Upload = z.infer<typeof upload>;

/** The body of a call whose body is a file. */
export const fileBody = z.instanceof(File, { error: "Send the file itself as the body." });

/** The answer of a call that gives a file. */
export const file = z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(Blob) });
