import { onlyBy } from "@/lib/server/api/not-allowed";
import { serveDocument } from "@/lib/server/api/serve-document";

const refuse = onlyBy("GET");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT, serveDocument as GET };
