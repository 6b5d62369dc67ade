/** An application's colour, the same on every device: hue and tone from its URN, dark enough for white text. */
export function tileColour(urn: string): string {
  const place = hash(urn) % (hueCount * saturations.length)
  return cssColour(readableShade((place % hueCount) * (360 / hueCount), saturations[Math.floor(place / hueCount)]))
}

export type Hsl = { readonly hue: number; readonly saturation: number; readonly lightness: number }

const hueCount = 24
/** Calm and strong: with two letters, enough for a hundred applications. */
export const saturations = [0.36, 0.68] as const
/** WCAG 2.2, 1.4.3 requires 4.5; this leaves a margin. */
const contrastMin = 5

/** The lightest shade of the hue on which white text is readable. */
export function readableShade(hue: number, saturation: number = saturations[0]): Hsl {
  for (let lightness = 0.5; lightness > 0.1; lightness -= 0.01) {
    const shade = { hue, saturation, lightness }
    if (contrastWithWhite(shade) >= contrastMin) return shade
  }
  return { hue, saturation, lightness: 0.1 }
}

/** Contrast ratio as WCAG 2.2 defines it. */
export function contrastWithWhite(colour: Hsl): number {
  const [red, green, blue] = [0, 8, 4].map((offset) => linear(channel(colour, offset)))
  return 1.05 / (0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) + 0.05)
}

function cssColour({ hue, saturation, lightness }: Hsl): string {
  return `hsl(${hue} ${Math.round(saturation * 100)}% ${Math.round(lightness * 100)}%)`
}

/** One sRGB channel of an HSL colour (CSS Color 4, section 7.1). */
function channel({ hue, saturation, lightness }: Hsl, offset: number): number {
  const k = (offset + hue / 30) % 12
  const a = saturation * Math.min(lightness, 1 - lightness)
  return lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** FNV-1a, 32 bit, then mixed (MurmurHash3's last step): names of one family differ in few bits of the first. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
