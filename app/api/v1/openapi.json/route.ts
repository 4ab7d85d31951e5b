import { apiDocument } from "@/lib/server/api-document";

export async function GET() {
  return Response.json(await apiDocument());
}
