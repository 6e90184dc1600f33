// From a mat lying flat (mm) to a picture of it (px) and back: homographies as nine numbers, row by row.

/** The homography that takes the corners of a mat of `size` mm (top left first, clockwise) to four points. */
export function quad([[x0, y0], [x1, y1], [x2, y2], [x3, y3]], [wide, high]) {
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const [g, f] = [(sx * dy2 - dx2 * sy) / area, (dx1 * sy - sx * dy1) / area];
  return [
    (x1 - x0 + g * x1) / wide, (x3 - x0 + f * x3) / high, x0,
    (y1 - y0 + g * y1) / wide, (y3 - y0 + f * y3) / high, y0,
    g / wide, f / high, 1,
  ];
}

/** A point through a homography. */
export function through([a, b, c, d, e, f, g, k, i], [x, y]) {
  const deep = g * x + k * y + i;
  return [(a * x + b * y + c) / deep, (d * x + e * y + f) / deep];
}

/** The way back. */
export function inverse([a, b, c, d, e, f, g, k, i]) {
  return [e * i - f * k, c * k - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * k - e * g, b * g - a * k, a * e - b * d];
}
