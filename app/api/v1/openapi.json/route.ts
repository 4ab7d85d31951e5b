import { apiDocument } from "@/lib/server/api/document";
import { onlyBy } from "@/lib/server/api/not-allowed";

export async function GET() {
  return Response.json(await apiDocument());
}

const refuse = onlyBy("GET");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
