import { brandProperties, logoProperties } from '@portico/core/contract'

import { hashSource } from '../../kit/pages/page.ts'
import type { Brand } from './brand.ts'

/** The content of a style element, and its source expression for a content security policy. */
export type BrandStyle = { readonly css: string; readonly source: string }

/**
 * Sets the custom properties of the portal's styles (web: styles/tokens.css, ui/logo.module.css), so that a page is drawn
 * in the colours of its brand from the first paint on; undefined: they stay as they are.
 */
export function createBrandStyles({ max = 1_000 } = {}): (brand: Brand) => BrandStyle | undefined {
  const made = new Map<string, BrandStyle>()
  return ({ primaryColor, accentColor, logo, logoSides }) => {
    if (primaryColor === null && logo === null) return undefined
    const key = `${primaryColor} ${accentColor} ${logo}`
    const known = made.get(key)
    if (known !== undefined) return known
    const properties = {
      ...(primaryColor === null ? {} : brandProperties({ primaryColor, accentColor })),
      ...(logo === null || logoSides === null ? {} : logoProperties(logo, logoSides)),
    }
    const rules = Object.entries(properties).map(([name, value]) => `${name}:${value}`)
    const css = `:root{${rules.join(';')}}`
    const style = { css, source: hashSource(css) }
    if (made.size >= max) made.clear()
    made.set(key, style)
    return style
  }
}
