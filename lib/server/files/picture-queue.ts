import "server-only";
import { createLimiter } from "./limiter";

/** Queue for decoding pictures, shared by all modules, because each decoding takes one core and up to 200 MB. */
export const pictureQueue = createLimiter(2, 40);
