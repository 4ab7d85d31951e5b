import "server-only";
import { createConcurrencyLimiter } from "./limiter";

/** Queue for decoding pictures, shared by all modules, because each decoding takes one core and up to 200 MB. */
export const limitPictureDecoding = createConcurrencyLimiter(2, 40);
