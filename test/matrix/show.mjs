import { setTimeout as sleep } from "node:timers/promises";

/** On a busy machine even a View that works takes long. */
const PATIENCE_MS = 60_000;
const PATIENCE_WITHOUT_HOPE_MS = 15_000;
/** Text on a plain ground has about this many colours, by antialiasing. */
const FEWEST_COLORS = 12;

/** Calls the server's tool in `examples/host-minimal` at `hostUrl` and watches the View. */
export async function showInOurHost(browser, options) {
  const { server, hostUrl, tool, policy } = options;
  server.calls.length = 0;
  const page = await browser.open(hostUrl);
  try {
    await until(() => page.inHost(`return document.getElementById("tool").options.length > 0`));
    const given = server.given && JSON.stringify(server.given);
    await page.inHost(`
      const find = (id) => document.getElementById(id);
      find("tool").value = ${JSON.stringify(tool)};
      find("tool").dispatchEvent(new Event("change"));
      ${given ? `find("arguments").value = ${JSON.stringify(given)};` : ""}
      find("policy").value = ${JSON.stringify(policy)};
      find("call").requestSubmit();
      find("call").hidden = true;
    `);
    server.sample = JSON.parse(await page.inHost(`return document.getElementById("arguments").value`));
    const isReady = () =>
      page.inHost(`return document.getElementById("status").textContent.includes("ready ")`);
    const cell = await watch(page, isReady, options);
    const problems = await page.inHost(`
      return [...document.querySelectorAll("#status .problem, #blocked li")].map((item) => item.firstChild.textContent)`);
    return { ...cell, problems };
  } finally {
    await page.close();
  }
}

/** The same in the reference host, with the arguments that ours made of the tool's schema. */
export async function showInReferenceHost(browser, options) {
  const { server, tool, referenceHost } = options;
  server.calls.length = 0;
  const given = server.given ?? server.sample;
  const page = await browser.open(referenceHost.urlFor(server.mcpUrl, { tool, given }));
  try {
    const isReady = () => page.inHost(`return document.body.dataset.stage === "ready"`);
    return { ...(await watch(page, isReady, options)), problems: [] };
  } finally {
    await page.close();
  }
}

/** Waits until a View works, `depth` frames inside the host's page, and tells what it does. */
export async function watch(page, isReady, options) {
  const {
    server,
    counter,
    policy,
    depth = 2,
    tool,
    needs,
    online,
    text = "",
    without,
    colors = FEWEST_COLORS,
    click,
    calls,
  } = options;
  const look = async () => {
    const ready = await isReady();
    const shown = (await page.inView(`return document.body?.innerText ?? ""`, depth)) ?? "";
    const frame = await findFrame(page, depth);
    const screenshot = await page.screenshot();
    const seen = frame.width ? await counter.count(screenshot, frame) : 0;
    const renders = ready && shown.includes(text) && !without?.test(shown) && seen >= colors;
    return {
      renders,
      text: shown.slice(0, 300),
      colors: seen,
      height: Math.round(frame.height ?? 0),
      screenshot,
    };
  };
  const isHopeful = !online && !(needs && policy === "strict");
  const patienceMs = isHopeful ? PATIENCE_MS : PATIENCE_WITHOUT_HOPE_MS;
  await until(async () => (await look()).renders, patienceMs);
  // The host makes one call of the tool itself.
  const byView = () =>
    server.calls.filter((call) => call.startsWith(calls)).length - (calls === tool ? 1 : 0);
  if (calls) {
    if (click) await until(() => page.inView(clickScript(click), depth), patienceMs);
    await until(async () => byView() > 0, patienceMs);
  }
  const { errors } = page;
  return {
    ...(await look()),
    ...(calls && { called: byView() > 0 }),
    ...(errors && { errors: [...errors] }),
  };
}

/** What the frame's strip tells the person. */
export async function describeFrame(page) {
  const lines = await page.inView(
    `return [...document.querySelectorAll("#strip:not([hidden]) p:not([hidden])")].map((line) => line.textContent)`,
    2,
  );
  return lines ?? [];
}

/** Where the View is in the host's page. Views in another View are below what that one has above them. */
async function findFrame(page, depth) {
  const script = `
    const frame = document.querySelector("iframe");
    frame?.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = frame?.getBoundingClientRect() ?? {};
    return { x, y, width, height }`;
  const outer = await page.inHost(script);
  if (depth === 2) return outer;
  const inner = (await page.inView(script, 2)) ?? {};
  return { ...inner, x: outer.x + inner.x, y: outer.y + inner.y };
}

const clickScript = (label) => `
  const button = [...document.querySelectorAll("button")].find(({ innerText }) => ${label}.test(innerText));
  button?.click();
  return Boolean(button)`;

/** Waits for a condition, and continues without it when it takes too long: the table then says what is missing. */
export async function until(condition, patienceMs = PATIENCE_MS) {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const isTrue = await Promise.resolve(condition()).catch(() => false);
    if (isTrue) return;
    await sleep(250);
  }
}
