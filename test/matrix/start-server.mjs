import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startCounter } from "./count-calls.mjs";
import { findPort } from "./listen.mjs";

/** Starts a published server as its users do, a counter of its calls, and our host for it. */
export async function startServer(name, packages) {
  const folder = `${packages}/node_modules/@modelcontextprotocol/server-${name}`;
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const entry = typeof bin === "string" ? bin : Object.values(bin)[0];
  const document = name === "pdf" ? writeDocument(packages) : undefined;
  const port = await findPort();
  const server = await startProcess([`${folder}/${entry}`, ...(document ? [document] : [])], { PORT: port });
  const counter = await startCounter(`http://localhost:${port}/mcp`);
  const host = await startHost(counter.url);
  return {
    mcpUrl: counter.url,
    calls: counter.calls,
    hostUrl: host.url,
    given: document && { url: document },
    async close() {
      await host.stop();
      counter.close();
      await server();
    },
  };
}

/** Starts our host for an MCP server. */
export async function startHost(mcpUrl) {
  const [port, sandboxPort] = [await findPort(), await findPort()];
  const stop = await startProcess(["examples/host-minimal/start.mjs", mcpUrl], {
    PORT: port,
    SANDBOX_PORT: sandboxPort,
  });
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function startProcess(args, ports) {
  const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: "ignore" });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  for (const port of Object.values(ports)) {
    while (!(await answers(`http://localhost:${port}`))) {
      if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`);
      await sleep(100);
    }
  }
  return stop;
}

async function answers(url) {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** A document of one page, since the server's default is on the internet. */
function writeDocument(folder) {
  const content = "BT /F1 36 Tf 72 700 Td (A document of one page) Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const start = text.length;
  const rows = ["0000000000 65535 f ", ...offsets.map((offset) => `${offset} 00000 n `)];
  text += `xref\n0 ${rows.length}\n${rows.join("\n")}\ntrailer\n<< /Size ${rows.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  const file = `${folder}/document.pdf`;
  writeFileSync(file, text);
  return file;
}
