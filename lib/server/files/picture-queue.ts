import "server-only";
import { createLimiter } from "./limiter";

/** Queue for all picture decoding, in every module. Decoding a picture takes one core and up to 200 MB. */
export const pictureQueue = createLimiter(2, 40);
