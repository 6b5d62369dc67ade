import { brandProperties, logoProperties, type Branding, type TenantBranding } from '@portico/core'

/**
 * Shows the brand on this page after a change. Pages have it from the server otherwise, in the style element `branding`
 * (server: pages/brand.ts).
 */
export function showBrand(page: Document, branding: Branding | undefined, stored: TenantBranding | undefined): void {
  if (branding === undefined) return
  const element = page.getElementById('branding')
  if (element instanceof HTMLStyleElement) element.disabled = true
  const { style } = page.documentElement
  const names = [...style].filter((name) => name.startsWith('--'))
  const { primaryColor, accentColor } = branding
  const logo = stored?.logo ?? null
  const properties = {
    ...(primaryColor === null ? {} : brandProperties({ primaryColor, accentColor })),
    ...(logo === null ? {} : logoProperties(logo.path, logo)),
  }
  for (const name of names) if (brandNames.test(name)) style.removeProperty(name)
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value)
}

const brandNames = /^--(?:accent|on-accent|focus|lamp|brand|logo)/
