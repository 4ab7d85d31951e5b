import { z } from "zod";
import { signInCode } from "@/lib/contract/auth";
import { recoveryCode } from "@/lib/contract/passkey";

/** Code of the second sign-in step. Loaded with the first submit. */
export const codeSchema = z.object({ token: signInCode });
/** Recovery code in place of the code of the second sign-in step. */
export const recoverySchema = z.object({ token: recoveryCode });
