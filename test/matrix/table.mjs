import { browsers } from "./browsers/find.mjs";
import { servers } from "./servers.mjs";

const HOSTS = { strict: "strict", compatible: "compatible", reference: "AppBridge, official policy" };
/** What nearly every official View does when it starts: it tests whether eval is allowed, and does without it. */
const isEvalProbe = (error) => /unsafe-eval|call to eval\(\)/.test(error);

/** Cells in which our host does less than it promises, in words. */
export function findFailures(cells) {
  return cells
    .filter((cell) => isPromised(cell, cells) && (!cell.renders || cell.called === false))
    .map(({ server, browser, host, renders }) => {
      const what = renders ? "doesn't call its server" : "doesn't render";
      return `${server} ${what} in ${browsers[browser].title}, ${host}.`;
    });
}

/** What works offline works in `compatible`, and what needs no switch in `strict`. The rest works where it does elsewhere. */
function isPromised({ server, host }, cells) {
  const { needs, online } = servers[server];
  if (host === "reference" || (host === "strict" && needs)) return false;
  const works = (cell) => cell.renders && cell.called !== false;
  return !online || cells.some((cell) => cell.server === server && cell.host === "reference" && works(cell));
}

export function toTable(cells, { versions, leftOut, seconds, failures }) {
  const columns = [
    ...new Map(cells.map(({ browser, host }) => [`${browser} ${host}`, { browser, host }])).values(),
  ];
  const rows = [...new Set(cells.map(({ server }) => server))].map((server) => [
    server + (servers[server].online ? " (online)" : ""),
    ...columns.map(({ browser, host }) =>
      toText(cells.find((cell) => cell.server === server && cell.browser === browser && cell.host === host)),
    ),
  ]);
  const head = [
    "server",
    ...columns.map(({ browser, host }) => `${browsers[browser].title}: ${HOSTS[host]}`),
  ];
  const lines = [
    "Each cell: whether the View renders and how tall it is · whether it calls its server (– if it never does) · errors on the console (? where the browser keeps them to itself).",
    "The official host is not published; its column is the published ext-apps AppBridge with the official host's frames and policy.",
    `${versions.join(", ")}; ${seconds} s.`,
    ...leftOut.map((sentence) => `${sentence} Its columns are left out.`),
    "",
    ...toMarkdown([head, ...rows]),
    "",
    ...(failures.length > 0
      ? ["What should work and doesn't:", ...failures.map((failure) => `- ${failure}`)]
      : ["All that should work works."]),
  ];
  return `${lines.join("\n")}\n`;
}

function toText(cell) {
  if (!cell) return "";
  const { renders, height, called, errors } = cell;
  const real = errors?.filter((error) => !isEvalProbe(error)).length;
  const probes = (errors?.length ?? 0) - (real ?? 0);
  return [
    renders ? `✓ ${height} px` : "✗",
    called === undefined ? "–" : called ? "✓" : "✗",
    `${real ?? "?"}${probes ? ` (+${probes} eval test)` : ""}`,
  ].join(" · ");
}

function toMarkdown(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(" | ")} |`;
  const [head, ...rest] = rows.map(line);
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rest];
}
