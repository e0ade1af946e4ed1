import type { Telemetry } from "./telemetry.ts";

/** Where OpenTelemetry's own variables name an exporter, its SDK is loaded. Otherwise nothing is measured, at no cost. */
export async function openTelemetry(environment: NodeJS.ProcessEnv, version: string): Promise<Telemetry> {
  const { OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_ENDPOINT } = environment;
  const tracesTo = environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || OTEL_EXPORTER_OTLP_ENDPOINT;
  const metricsTo = environment.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT || OTEL_EXPORTER_OTLP_ENDPOINT;
  if (OTEL_SDK_DISABLED === "true" || !(tracesTo || metricsTo)) return silence;

  const { createExportedTelemetry } = await import("./exported-telemetry.ts");
  return createExportedTelemetry({
    version,
    traces: Boolean(tracesTo) && environment.OTEL_TRACES_EXPORTER !== "none",
    metrics: Boolean(metricsTo) && environment.OTEL_METRICS_EXPORTER !== "none",
  });
}

export const silence: Telemetry = {
  async request(_method, _headers, answer) {
    await answer();
  },
  called() {},
  async close() {},
};
