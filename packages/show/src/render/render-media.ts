import { make } from "../dom.ts";
import type { Media } from "../results/read-result.ts";
import { texts } from "../texts.ts";

const imageType = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;
const audioType = /^audio\/[\w.+-]+$/;
const base64 = /^[a-z0-9+/\s]*={0,2}\s*$/i;

/** An image or a sound. An SVG is an image too, so nothing in it runs. */
export function renderMedia({ type, data, uri }: Media): HTMLElement {
  const isData = base64.test(data);
  const caption = uri ? make("figcaption", { className: "show-quiet" }, uri) : undefined;
  if (isData && imageType.test(type)) {
    const image = make("img", { src: `data:${type};base64,${data}`, alt: uri || texts.image(type) });
    return make("figure", {}, image, caption);
  }
  if (isData && audioType.test(type)) {
    const audio = make("audio", { controls: true, src: `data:${type};base64,${data}` });
    audio.setAttribute("aria-label", texts.audio(type));
    return make("figure", {}, audio, caption);
  }
  const bytes = Math.floor((data.length * 3) / 4);
  return make("figure", {}, make("p", {}, texts.unshowable(type, bytes)), caption);
}
