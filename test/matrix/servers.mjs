const time = { tool: "get-time", text: "Server Time", click: /get server time/i, calls: "get-time" };

/**
 * The published servers with Views, and how to tell that each works. `text` is what the View shows, `without` what it shows when
 * it fails, `colors` how many its picture has at least, `click` the button
 * that makes it call its server, `calls` what it calls. `needs` are switches that the strict policy does not grant, and
 * `online` says that the View or its server loads something from the internet.
 */
export const servers = {
  "basic-preact": time,
  "basic-react": time,
  "basic-solid": time,
  "basic-svelte": time,
  "basic-vanillajs": time,
  "basic-vue": time,
  "budget-allocator": { tool: "get-budget-data", text: "Allocated: $100" },
  "cohort-heatmap": { tool: "get-cohort-data", text: "Cohort", calls: "get-cohort-data" },
  "customer-segmentation": { tool: "get-customer-data", text: "Customer Segmentation" },
  debug: { tool: "debug-tool", text: "Host", click: /refresh/i, calls: "debug-refresh" },
  "lazy-auth": { tool: "show_auth_button", text: "Auth me", click: /auth me/i, calls: "get_secret" },
  map: { tool: "show-map", online: true },
  pdf: {
    tool: "display_pdf",
    without: /Loading|failed/,
    needs: ["blobWorkers", "dataScripts", "storage"],
    calls: "read_pdf_bytes",
  },
  "scenario-modeler": { tool: "get-scenario-data", text: "Scenario" },
  shadertoy: { tool: "render-shadertoy" },
  "sheet-music": { tool: "play-sheet-music", text: "Twinkle" },
  "system-monitor": { tool: "get-system-info", text: "Hostname", calls: "poll-system-stats" },
  threejs: { tool: "show_threejs_scene", needs: ["eval"], without: /Error|Connecting/, colors: 3 },
  transcript: { tool: "transcribe", text: "Start" },
  "video-resource": { tool: "play_video", online: true, without: /Error/, calls: "videos://" },
  "wiki-explorer": { tool: "get-first-degree-links", online: true },
};
