let title = "";
let waitingCount = 0;

const write = () => {
  document.title = `${waitingCount > 0 ? `(${waitingCount}) ` : ""}${title ? `${title} · ` : ""}Toolshed`;
};

/** What the window is called: the page, after how many calls wait for approval. */
export const pageTitle = {
  set(next: string): void {
    title = next;
    write();
  },
  setWaiting(count: number): void {
    waitingCount = count;
    write();
  },
};
