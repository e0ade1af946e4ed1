// Before the first paint, so that nobody sees a flash of the other theme.
try {
  document.documentElement.dataset.theme = localStorage.getItem("toolshed-theme") ?? "system";
} catch {
  // Without storage the system's theme it is.
}
