import { z } from "zod";
import { signInCode } from "@/lib/contract/auth";
import { recoveryCode } from "@/lib/contract/passkey";

/** What a person types in the second step; loaded with the first submit. */
export const codeSchema = z.object({ token: signInCode });
/** The same with a recovery code. */
export const recoverySchema = z.object({ token: recoveryCode });
