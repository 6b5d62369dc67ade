/** What a page shows of the brand of its tenant or deployment, and the cookie that keeps it for the next sign-in. */
export type PageBrand = {
  /** The content of a style element, and its source expression for the content security policy. */
  readonly style: { readonly css: string; readonly source: string } | undefined
  /** A value of `Set-Cookie`. */
  readonly cookie?: string | undefined
}

export type PageBrands = { brandOf(request: Request): Promise<PageBrand> }

/** Nothing is set: the page is sent as it was built. */
export const ordinaryBrand: PageBrand = { style: undefined }

/** The page in the colours of its brand, from the first paint on. */
export function withStyle(html: string, { style }: PageBrand): string {
  return style === undefined ? html : html.replace('</head>', () => `<style id="branding">${style.css}</style></head>`)
}
