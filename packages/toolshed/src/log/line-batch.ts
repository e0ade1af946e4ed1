/** Writes the lines of one turn of the event loop together: to a pipe or a file every write holds up the whole process. */
export function createLineBatch(write: (text: string) => void): (line: string) => void {
  let pending = "";
  const flush = () => {
    if (pending === "") return;
    const text = pending;
    pending = "";
    write(text);
  };
  process.once("exit", flush);

  return (line) => {
    if (pending === "") setImmediate(flush);
    pending += `${line}\n`;
  };
}
