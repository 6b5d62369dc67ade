import { contrastOf, hexOf, oklchOf, type Oklch } from './colours.ts'

export type Scheme = 'light' | 'dark'

/** Custom properties of the portal's styles (web: styles/tokens.css) that a brand sets; the values are `#rrggbb`. */
export type BrandTokens = Readonly<Record<string, string>>

/** Colours as an administrator sets them, `#rrggbb`. */
export type BrandColours = { readonly primaryColor: string; readonly accentColor: string | null }

/** Contrast of text (WCAG 2.2, 1.4.3), and of the parts that identify a control (1.4.11). */
export const textContrastMin = 4.5
export const controlContrastMin = 3

/** Backgrounds of text and controls (web: styles/tokens.css): page, panel, sunken, error, warning. */
export const backgrounds: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#f4f2ed', '#fffefb', '#e9e6de', '#fbe6e2', '#fbedcf'],
  dark: ['#14171b', '#1c2025', '#0e1013', '#42190f', '#392a0b'],
}

/** Colour of the sentence on the sign-in page's picture. */
export const welcomeColour = '#fdf6e8'

/**
 * The colours of a scheme: those of the brand, made darker or lighter until text on the portal's backgrounds and on the
 * brand's colours is legible, also while a pointer is over a control. The hue stays.
 */
export function brandTokens({ primaryColor, accentColor }: BrandColours, scheme: Scheme): BrandTokens {
  const brand = oklchOf(primaryColor)
  const isLight = scheme === 'light'
  const soft = hexOf({
    ...brand,
    lightness: isLight ? 0.93 : 0.3,
    chroma: Math.min(brand.chroma, isLight ? 0.035 : 0.045),
  })
  const behind = [...backgrounds[scheme], soft]
  const accent = legible(brand, behind, textContrastMin, scheme)
  const strong = legible(besides(oklchOf(accent), scheme), behind, textContrastMin, scheme)
  const onAccent = isLight ? '#ffffff' : hexOf({ ...brand, lightness: 0.2, chroma: Math.min(brand.chroma, 0.04) })
  const deep = legible(
    { ...brand, lightness: Math.min(brand.lightness, isLight ? 0.37 : 0.22) },
    [welcomeColour],
    7,
    'light',
  )
  return {
    '--accent': accent,
    '--accent-strong': strong,
    '--accent-soft': soft,
    '--on-accent': onAccent,
    '--focus': isLight ? accent : strong,
    '--brand-deep': deep,
    '--brand-light': accentColor ?? hexOf({ ...brand, lightness: Math.max(brand.lightness, 0.8) }),
    ...(accentColor === null
      ? {}
      : { '--lamp': legible(oklchOf(accentColor), backgrounds[scheme], controlContrastMin, scheme) }),
  }
}

/** What the primary colour becomes in a scheme, and the lowest contrast of text in it there before and after. */
export function colourShown(
  primaryColor: string,
  scheme: Scheme,
): { readonly shown: string; readonly before: number; readonly contrast: number } {
  const tokens = brandTokens({ primaryColor, accentColor: null }, scheme)
  const shown = tokens['--accent'] ?? primaryColor
  const behind = [...backgrounds[scheme], tokens['--accent-soft'] ?? primaryColor]
  const lowest = (colour: string) => Math.min(...behind.map((one) => contrastOf(colour, one)))
  return { shown, before: lowest(primaryColor), contrast: lowest(shown) }
}

const logoHeightRem = 2
const logoWidthMaxRem = 10

/** The logo in the header. Its sides in pixels are known, so that nothing moves when it arrives. */
export function logoProperties(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
): BrandTokens {
  const rem = Math.min(logoWidthMaxRem, (logoHeightRem * width) / height)
  return {
    '--logo-image': `url("${path}")`,
    '--logo-width': `${Math.round(rem * 1_000) / 1_000}rem`,
    '--logo-height': `${logoHeightRem}rem`,
    '--logo-door': 'none',
  }
}

/** `:root` with the tokens of both schemes, for a style element or an inline style. */
export function brandProperties(colours: BrandColours): BrandTokens {
  const [light, dark] = [brandTokens(colours, 'light'), brandTokens(colours, 'dark')]
  return Object.fromEntries(Object.entries(light).map(([name, value]) => [name, `light-dark(${value}, ${dark[name]})`]))
}

/** The colour, or the nearest darker (light scheme) or lighter one that has this contrast to everything behind it. */
function legible(colour: Oklch, behind: readonly string[], contrast: number, scheme: Scheme): string {
  const step = scheme === 'light' ? -0.01 : 0.01
  for (let { lightness } = colour; lightness > 0 && lightness < 1; lightness += step) {
    const hex = hexOf({ ...colour, lightness })
    if (behind.every((one) => contrastOf(hex, one) >= contrast)) return hex
  }
  return scheme === 'light' ? '#000000' : '#ffffff'
}

/** The same hue, visibly stronger: darker on light pages and lighter on dark ones, the other way at the end of the scale. */
function besides(colour: Oklch, scheme: Scheme): Oklch {
  const { lightness } = colour
  const change =
    scheme === 'light' ? (lightness < 0.22 ? Math.max(0.1, 0.3 - lightness) : -0.09) : lightness > 0.93 ? -0.07 : 0.07
  return { ...colour, lightness: lightness + change }
}
