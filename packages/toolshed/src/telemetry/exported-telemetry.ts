import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Telemetry } from "./telemetry.ts";

export interface ExportOptions {
  readonly version: string;
  readonly traces: boolean;
  readonly metrics: boolean;
}

const library = "toolshed";

/** The exporters read where to send from OpenTelemetry's own variables. */
export function createExportedTelemetry({ version, traces, metrics }: ExportOptions): Telemetry {
  const resource = resourceFromAttributes({ "service.name": library, "service.version": version }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const tracing = new NodeTracerProvider({
    resource,
    spanProcessors: traces ? [new BatchSpanProcessor(new OTLPTraceExporter())] : [],
  });
  // Also makes the trace of a request known to what happens within it.
  tracing.register();
  const metering = new MeterProvider({
    resource,
    readers: metrics ? [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })] : [],
  });
  const tracer = tracing.getTracer(library, version);
  const meter = metering.getMeter(library, version);
  const requestSeconds = meter.createHistogram("http.server.request.duration", { unit: "s" });
  const calls = meter.createCounter("toolshed.calls", { description: "Calls of tools" });
  const callSeconds = meter.createHistogram("toolshed.call.duration", { unit: "s" });

  return {
    request(method, headers, answer) {
      const started = performance.now();
      const parent = propagation.extract(context.active(), headers());
      return tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, parent, async (span) => {
        try {
          const { route, status } = await answer();
          const attributes = {
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": status,
          };
          span.updateName(`${method} ${route}`).setAttributes(attributes);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          requestSeconds.record((performance.now() - started) / 1000, attributes);
        } finally {
          span.end();
        }
      });
    },

    called({ at, path, outcome, durationMs, via }) {
      // An unknown path is untrusted text from the caller.
      const known = outcome !== "not_found";
      const labels = { source: known ? (path.split(".")[0] ?? "") : "unknown", outcome };
      calls.add(1, labels);
      callSeconds.record(durationMs / 1000, labels);
      tracer
        .startSpan(known ? `call ${path}` : "call", {
          startTime: at,
          attributes: { ...labels, via, ...(known && { path }) },
        })
        .setStatus({ code: outcome === "ok" ? SpanStatusCode.UNSET : SpanStatusCode.ERROR })
        .end(at + durationMs);
    },

    async close() {
      // A collector that is gone must not keep the gateway from ending.
      await Promise.allSettled([tracing.shutdown(), metering.shutdown()]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
