import "server-only";
import { api } from "./spine";

/** What the signed-in admin may do: the union of their roles at this moment. */
const access = api.rp.access.handler(({ context: { admin } }) => ({ features: admin.rights }));

export const rp = { access };
