// Every text on the page whose contrast to its ground is below 4.5 (WCAG 2, AA): ["ratio markup", ...].
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255];
  };
  const speaks = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const weak = [];
  for (const element of document.querySelectorAll("header *, main *, #tools *, dialog *")) {
    if (!speaks(element) || !element.getClientRects().length || element.closest(":disabled")) continue;
    const a = luminance(rgba(getComputedStyle(element).color)), b = luminance(ground(element));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) weak.push(`${ratio.toFixed(2)} ${element.outerHTML.slice(0, 80)}`);
  }
  return weak;
}
