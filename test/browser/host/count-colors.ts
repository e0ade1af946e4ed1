import type { Page } from "playwright-core";

/** How many colours a screenshot has: one, if it is blank. */
export async function countColors(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data.buffer;
    return new Set(new Uint32Array(pixels ?? new ArrayBuffer(4))).size;
  }, png.toString("base64"));
}
