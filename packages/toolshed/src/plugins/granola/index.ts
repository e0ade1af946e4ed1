import { type ApiKeyProvider, apiKey, definePlugin, type Plugin } from "@toolshed/sdk";
import { getFromGranola } from "./granola-api.ts";
import { notes } from "./notes.ts";

const publicApi = "https://public-api.granola.ai/v1";

/** Meeting notes of Granola: one's own, and those of the team by a key that it shares. */
export function createGranola(apiUrl: string = publicApi): Plugin {
  const provider = (id: string, name: string, owner: "person" | "team"): ApiKeyProvider =>
    apiKey({
      id,
      name,
      owner,
      whereToFind: "In the Granola app, open Settings, then API, and create a key.",
      url: "https://docs.granola.ai",
      format: { hint: "grn_…", pattern: /^grn_\S+$/ },
      test: (key, request) => getFromGranola(apiUrl, "/notes", { page_size: "1" }, key, request),
    });

  return definePlugin({
    id: "granola",
    name: "Granola",
    description: "Meeting notes and transcripts from Granola.",
    authProviders: [
      provider("granola-personal", "Granola", "person"),
      provider("granola-team", "Granola for the team", "team"),
    ],
    tools: {
      personal: { notes: notes(apiUrl, "granola-personal", "your") },
      team: { notes: notes(apiUrl, "granola-team", "the team's") },
    },
  });
}
