import type { Options } from 'minisearch'

/** A passage of the documentation in the search: what is below one heading. */
export type Hit = {
  readonly id: number
  readonly address: string
  /** Title of its page. */
  readonly page: string
  readonly heading: string
  /** The heading, or the title of the page for what stands below it. */
  readonly title: string
  readonly text: string
  /** How the text begins. */
  readonly begin: string
}

/** The same where the index is made and where it is read. */
export const searchOptions: Options<Hit> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['address', 'page', 'heading', 'begin'],
}
