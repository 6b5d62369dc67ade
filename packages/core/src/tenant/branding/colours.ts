/** Red, green and blue from 0 to 1, as a hexadecimal colour has them (gamma-encoded sRGB). */
type Rgb = readonly [number, number, number]

/** Lightness from 0 to 1, chroma, and hue in radians (CSS Color 4, "oklch"). */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number }

/** From `#rrggbb`. Any other text gives NaN: check it with `BrandColor` first. */
function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** Relative luminance from 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours as `#rrggbb`, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = rgbOf(hex).map(linear) as unknown as Rgb
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** The colour as `#rrggbb`, with less chroma where a screen could not show it. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  const within = Math.min(1, Math.max(0, lightness))
  let [low, high] = [0, chroma]
  if (!isShown(channels(within, chroma, hue))) {
    for (let step = 0; step < 12; step += 1) {
      const middle = (low + high) / 2
      if (isShown(channels(within, middle, hue))) low = middle
      else high = middle
    }
    high = low
  }
  const parts = channels(within, high, hue).map((value) => {
    const byte = Math.round(Math.min(1, Math.max(0, encoded(value))) * 255)
    return byte.toString(16).padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** Linear red, green and blue; outside of 0 to 1 for a colour that sRGB cannot show. */
function channels(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isShown = (parts: Rgb) => parts.every((value) => value >= -0.0005 && value <= 1.0005)

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encoded = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055
