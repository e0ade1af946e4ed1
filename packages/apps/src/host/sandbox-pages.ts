/*
 * The two pages of the sandbox. Both are static: what differs from View to View comes in the address, which the server
 * has checked, and by message.
 *
 * The proxy is what the host embeds. It relays between the host and the View, and no foreign code ever runs in it.
 * The stage is what the proxy embeds, without an origin unless the View has one of its own. It asks for the HTML
 * through a port that only this document holds, so that a View which navigates to another policy finds no HTML there.
 */

import { PARENT_STAND_IN_SCRIPT } from "./parent-stand-in.ts";
import { LONGEST_TEXT, MOST_REPORTS } from "./sandbox-report.ts";

const page = (script: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>View</title>
<style>html,body{margin:0;height:100%;background:transparent}iframe{display:block;border:0;width:100%;height:100%}p{font:14px system-ui;padding:1em}</style></head>
<body><script>${script}</script></body>
</html>
`;

/** A larger burst of messages than any View needs; beyond it, they pass at the rate of `REFILL_PER_MS`. */
const BURST = 1000;
const REFILL_PER_MS = 0.5;
/** In characters. One as large as this uses up a whole burst. */
const LARGEST_MESSAGE = 10_000_000;
/** What a value counts beside its own text: the host's page reads many small ones more slowly than a long one. */
const VALUE_SIZE = 50;

export const proxyScript: string = `"use strict";
(() => {
  const RESERVED = "ui/notifications/sandbox-";
  const query = new URLSearchParams(location.search);
  const hostOrigin = query.get("host");
  if (parent === window) {
    document.body.append(Object.assign(document.createElement("p"), { textContent: "This page shows a View inside a host." }));
    return;
  }
  const stageUrl = new URL(location.pathname, query.get("origin") ?? location.origin);
  stageUrl.searchParams.set("stage", location.origin);
  stageUrl.searchParams.set("host", hostOrigin);
  for (const name of ["csp", "policy", "view"]) {
    if (query.has(name)) stageUrl.searchParams.set(name, query.get(name));
  }
  const isOwnOrigin = stageUrl.origin !== location.origin && stageUrl.origin !== hostOrigin;
  const stageOrigin = isOwnOrigin ? stageUrl.origin : "null";
  let frame;
  let html;
  let tokens = ${BURST};
  let filledAt = performance.now();
  let lost = 0;
  let reports = 0;

  const toHost = (message) => parent.postMessage(message, hostOrigin);
  const report = (name, params) => toHost({ jsonrpc: "2.0", method: RESERVED + name, params });

  const toView = (message) => frame?.contentWindow?.postMessage(message, isOwnOrigin ? stageOrigin : "*");

  // Infinite for what no message of the protocol holds, such as buffers, ports and maps.
  const sizeOf = (message) => {
    const rest = [message];
    const seen = new Set();
    let size = 0;
    while (rest.length > 0 && size <= ${LARGEST_MESSAGE}) {
      const value = rest.pop();
      size += ${VALUE_SIZE} + (typeof value === "string" ? value.length : 0);
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return Infinity;
      if (Array.isArray(value) && value.length * ${VALUE_SIZE} > ${LARGEST_MESSAGE}) return Infinity;
      for (const key in value) {
        size += key.length;
        rest.push(value[key]);
        if (size + rest.length * ${VALUE_SIZE} > ${LARGEST_MESSAGE}) return Infinity;
      }
    }
    return size;
  };

  // A request gets an answer, and an answer that is lost fails its request.
  const refuse = ({ id, method }, message) => {
    if (typeof id !== "string" && typeof id !== "number") return;
    const answer = { jsonrpc: "2.0", id, error: { code: -32000, message } };
    if (method === undefined) toHost(answer);
    else toView(answer);
  };

  const relay = (data) => {
    const size = sizeOf(data);
    if (size > ${LARGEST_MESSAGE}) {
      if (!isTooMuch(1)) refuse(data, "The message is larger than 10 MB, or not JSON.");
      return;
    }
    const cost = Math.max(1, (size / ${LARGEST_MESSAGE}) * ${BURST});
    if (!isTooMuch(cost)) toHost(data);
    else if (cost > 1) refuse(data, "The View sends more than 5 MB per second.");
  };

  const show = (params) => {
    html = String(params.html);
    frame?.remove();
    frame = document.createElement("iframe");
    frame.title = "View";
    frame.setAttribute("sandbox", "allow-scripts allow-forms" + (isOwnOrigin ? " allow-same-origin" : ""));
    const { camera, microphone, geolocation, clipboardWrite } = Object(params.permissions);
    const features = { camera, microphone, geolocation, "clipboard-write": clipboardWrite };
    frame.allow = Object.keys(features).filter((name) => features[name]).join("; ");
    frame.src = stageUrl.href;
    document.body.append(frame);
  };

  const isTooMuch = (cost) => {
    const now = performance.now();
    tokens = Math.min(${BURST}, tokens + (now - filledAt) * ${REFILL_PER_MS});
    filledAt = now;
    if (tokens >= cost) {
      tokens -= cost;
      if (lost > 0) report("overflow", { lost });
      lost = 0;
      return false;
    }
    if (lost++ === 0) report("overflow", { lost: 1 });
    return true;
  };

  // A View can send what looks like its stage's reports, so they are counted and cut here, out of its reach.
  const text = (value) => (typeof value === "string" ? value.slice(0, ${LONGEST_TEXT}) : "");
  const reportUpToLimit = (name, params) => {
    reports += 1;
    if (reports <= ${MOST_REPORTS}) report(name, params);
    else if (reports === ${MOST_REPORTS} + 1) report("overflow", { lost: 1 });
  };

  const fromStage = (data, ports) => {
    const port = ports[0];
    if (data.stage !== stageUrl.href || !port) return;
    port.onmessage = (event) => {
      if (reports > ${MOST_REPORTS}) return port.close();
      const { name, params } = Object(event.data);
      const { directive, blockedUrl, sample, message } = Object(params);
      if (name !== "violation") reportUpToLimit("error", { message: text(message) });
      else reportUpToLimit("violation", { directive: text(directive), blockedUrl: text(blockedUrl), sample: text(sample) });
    };
    port.postMessage(html);
  };

  addEventListener("message", ({ source, origin, data, ports }) => {
    if (typeof data !== "object" || data === null) return;
    const { method = "" } = data;
    if (typeof method !== "string") return;
    const isReserved = method.startsWith(RESERVED);
    if (source === parent && origin === hostOrigin) {
      if (method === RESERVED + "resource-ready") show(Object(data.params));
      else if (!isReserved && data.jsonrpc === "2.0") toView(data);
    } else if (frame && source === frame.contentWindow && origin === stageOrigin) {
      const isStage = "stage" in data;
      if (!isStage && (isReserved || data.jsonrpc !== "2.0")) return;
      if (!isStage) relay(data);
      else if (!isTooMuch(1)) fromStage(data, ports);
    }
  });
  // The View's frame is the proxy's to load, so where it may not go is told here.
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    reportUpToLimit("violation", { directive: effectiveDirective, blockedUrl: text(blockedURI) });
  });
  report("proxy-ready", {});
})();`;

const stageScript = `"use strict";
(() => {
  if (parent === window || parent === top) return;
  const query = new URLSearchParams(location.search);
  const proxy = parent;
  const { port1, port2 } = new MessageChannel();
  const send = port1.postMessage.bind(port1);
  const report = (name, params) => send({ name, params });
  const text = (value) => String(value ?? "").slice(0, ${LONGEST_TEXT});

  ${PARENT_STAND_IN_SCRIPT}

  // The browser reports no violation when a View without an origin uses storage.
  const blocked = new Set();
  const watch = (owner, key, name) => {
    const property = owner && Object.getOwnPropertyDescriptor(owner, key);
    if (!property) return;
    const watched = (original) => original && function (...args) {
      try {
        return Reflect.apply(original, this, args);
      } catch (error) {
        if (!blocked.has(name)) report("violation", { directive: "sandbox", blockedUrl: name });
        blocked.add(name);
        throw error;
      }
    };
    for (const part of ["get", "set", "value"]) {
      if (part in property) property[part] = watched(property[part]);
    }
    Object.defineProperty(owner, key, property);
  };
  if (self.origin === "null") {
    for (const name of ["localStorage", "sessionStorage"]) watch(window, name, name);
    watch(Document.prototype, "cookie", "cookie");
    watch(globalThis.IDBFactory?.prototype, "open", "indexedDB");
  }

  port1.onmessage = ({ data }) => {
    document.open();
    // Set between opening and writing, they are there before anything of the View.
    addEventListener("securitypolicyviolation", (event) => {
      if (!event.isTrusted) return;
      report("violation", {
        directive: text(event.effectiveDirective),
        blockedUrl: text(event.blockedURI),
        sample: text(event.sample),
      });
    }, true);
    addEventListener("error", (event) => {
      if (event.isTrusted && event instanceof ErrorEvent) report("error", { message: text(event.message) });
    });
    addEventListener("unhandledrejection", (event) => {
      if (event.isTrusted) report("error", { message: text(event.reason?.message ?? event.reason) });
    });
    document.write(data);
    document.close();
  };
  proxy.postMessage({ stage: location.href }, query.get("stage"), [port2]);
})();`;

export const proxyPage: string = page(proxyScript);
export const stagePage: string = page(stageScript);
