/** Telemetry that exports nothing, of a built gateway: of this checkout, or of an older one that has it elsewhere. */
export async function loadSilence(built) {
  const load = (file) => import(new URL(file, built).href);
  const { silence } = await load("telemetry/open-telemetry.js").then(
    (found) => (found.silence ? found : load("telemetry/silence.js")),
    () => load("telemetry/silence.js"),
  );
  return silence;
}
