import "server-only";
import { atATime } from "./concurrency";

/** Decoding a picture takes a core and up to 200 MB. Anyone who does it, here and in other modules, waits in this one queue. */
export const inTurn = atATime(2, 40);
