import { chromium } from "playwright-core";

/** Counts the colours of a part of a screenshot: one, if it is blank. */
export async function createColorCounter(executablePath) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  return {
    count: (png, part) => page.evaluate(countColors, [png.toString("base64"), part]),
    close: () => browser.close(),
  };
}

async function countColors([base64, { x, y, width, height }]) {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const shown = [Math.min(width, image.width - x), Math.min(height, image.height - y)].map(Math.floor);
  if (shown.some((length) => length < 1)) return 0;
  const { data } = context.getImageData(Math.ceil(x), Math.ceil(y), ...shown);
  return new Set(new Uint32Array(data.buffer)).size;
}
