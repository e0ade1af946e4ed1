import { browsers } from "./browsers/find.mjs";
import { servers } from "./servers.mjs";

/** Where Views are shown: `isForAll` in every browser, the others in Chromium alone. */
export const hosts = {
  strict: { title: "our host, strict", isForAll: true },
  compatible: { title: "our host, compatible", isForAll: true },
  reference: { title: "AppBridge, official policy" },
  native: { title: "gateway, natively", isOfGateway: true },
  frame: { title: "gateway, frame", isForAll: true, isOfGateway: true },
  inspector: { title: "MCP Inspector, frame", isOfGateway: true },
  dashboard: { title: "dashboard", isOfGateway: true },
};
/** What nearly every official View does when it starts: it tests whether eval is allowed, and does without it. */
const isEvalProbe = (error) => /unsafe-eval|call to eval\(\)/.test(error);
/** A client asks for a stream of notifications, which a gateway without one refuses. */
const isNoStream = (error) => error.includes("405 (Method Not Allowed)");

/** Cells in which less works than is promised, in words. */
export function findFailures(cells) {
  return cells.flatMap((cell) => {
    const what = findFault(cell, cells);
    return what
      ? `${cell.server} ${what} in ${browsers[cell.browser].title}, ${hosts[cell.host].title}.`
      : [];
  });
}

function findFault(cell, cells) {
  const { host, renders, called, problems } = cell;
  if (host === "reference") return;
  if (!reasonOf(cell, cells)) {
    if (!renders) return "doesn't render";
    return called === false ? "doesn't call its server" : undefined;
  }
  // What the frame can't show it explains.
  if (["frame", "inspector"].includes(host) && !renders && needsSwitch(cell) && problems.length === 0)
    return "doesn't say what it lacks";
}

/** Why a View may not work in a host. */
function reasonOf(cell, cells) {
  const { needs, online } = servers[cell.server];
  if (needsSwitch(cell)) return `needs ${needs.join(", ")}`;
  const elsewhere = cells.find(({ server, host }) => server === cell.server && host === "reference");
  return online && !(elsewhere && works(elsewhere)) ? "needs the internet" : undefined;
}

const needsSwitch = ({ server, host }) =>
  Boolean(servers[server].needs) && ["strict", "frame", "inspector"].includes(host);
const works = ({ renders, called }) => renders && called !== false;

export function toTable(cells, { versions, leftOut, seconds, failures }) {
  const isOfGateway = ({ host }) => Boolean(hosts[host].isOfGateway);
  const lines = [
    "Each cell: whether the View renders and how tall it is · whether it calls its server (– if it never does) · errors on the console (? where the browser keeps them to itself).",
    "The official host is not published; its column is the published ext-apps AppBridge with the official host's frames and policy. The same host shows the frame.",
    `${versions.join(", ")}; ${seconds} s.`,
    ...leftOut.map((sentence) => `${sentence} Its columns are left out.`),
    "",
    "Directly:",
    "",
    ...toRows(
      cells.filter((cell) => !isOfGateway(cell)),
      cells,
    ),
    "",
    "Through a gateway:",
    "",
    ...toRows(cells.filter(isOfGateway), cells),
    "",
    ...(failures.length > 0
      ? ["What should work and doesn't:", ...failures.map((failure) => `- ${failure}`)]
      : ["All that should work works."]),
  ];
  return `${lines.join("\n")}\n`;
}

function toRows(shown, cells) {
  const columns = [
    ...new Map(shown.map(({ browser, host }) => [`${browser} ${host}`, { browser, host }])).values(),
  ];
  const rows = [...new Set(shown.map(({ server }) => server))].map((server) => [
    server + (servers[server].online ? " (online)" : ""),
    ...columns.map(({ browser, host }) =>
      toText(
        shown.find((cell) => cell.server === server && cell.browser === browser && cell.host === host),
        cells,
      ),
    ),
  ]);
  const head = [
    "server",
    ...columns.map(({ browser, host }) => `${browsers[browser].title}: ${hosts[host].title}`),
  ];
  return toMarkdown([head, ...rows]);
}

export function toText(cell, cells) {
  if (!cell) return "";
  const reason = works(cell) ? undefined : reasonOf(cell, cells);
  const { renders, height, called, errors } = cell;
  const real = errors?.filter((error) => !isEvalProbe(error) && !isNoStream(error)).length;
  const probes = errors?.filter(isEvalProbe).length;
  return [
    renders ? `✓ ${height} px` : "✗",
    called === undefined ? "–" : called ? "✓" : "✗",
    `${real ?? "?"}${probes ? ` (+${probes} eval test)` : ""}`,
    ...(reason ? [reason] : []),
  ].join(" · ");
}

function toMarkdown(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(" | ")} |`;
  const [head, ...rest] = rows.map(line);
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rest];
}
