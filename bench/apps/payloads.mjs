/** Arguments of about 2 KB, as they look while a model still writes them. */
export function partialInput() {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    id: `row-${index}`,
    label: "a label of some length, with words",
    amount: index * 1.5,
    tags: ["red", "green"],
  }));
  return { title: "Orders of this month", rows };
}

/** A tool result of about 1 MB: half text, half rows. */
export function largeResult() {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    id: index,
    name: `customer number ${index}`,
    city: "Somewhere",
    totals: [index, index + 1, index + 2],
  }));
  return {
    content: [{ type: "text", text: "x".repeat(500_000) }],
    structuredContent: { rows },
  };
}
