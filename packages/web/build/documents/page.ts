/** A page of the documentation, made of a file of the repository or of the OpenAPI document. */
export type DocumentPage = {
  /** Below the site's root: /docs/operating. */
  readonly address: string
  readonly title: string
  /** HTML of its content. */
  readonly content: string
  readonly headings: readonly Heading[]
  /** What is searched: the text below each heading. */
  readonly passages: readonly Passage[]
}

export type Heading = { readonly id: string; readonly text: string; readonly level: number }
export type Passage = {
  readonly address: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

export type IndexSection = {
  readonly title: string
  /** `note`: what the index says about the page, as text. */
  readonly entries: readonly { readonly address: string; readonly title: string; readonly note: string }[]
}
