import { config } from "zod";

// zod tries whether it may compile code; the content security policy forbids it and would report the try.
config({ jitless: true });
