/** Presses a button if it is there and can be pressed, and says whether it was: a script for a page. */
export const press = (area, label) => `(() => {
  const buttons = document.querySelectorAll("${area} button:not(:disabled)");
  const button = [...buttons].find(({ innerText }) => innerText.trim() === "${label}");
  button?.click();
  return button !== undefined;
})()`;

/** Enters a text into a field: a script for a page. React only hears of a value that its own setter did not write. */
export const setText = (field, text) => `
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(${field}), "value").set.call(${field}, ${JSON.stringify(text)});
  ${field}.dispatchEvent(new Event("input", { bubbles: true }));`;
