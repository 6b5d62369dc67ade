import MiniSearch from 'minisearch'

import { searchOptions, type Hit } from '../../src/documents/search-options.ts'
import type { Documents } from './pages.ts'

export function searchIndex({ pages }: Pick<Documents, 'pages'>): MiniSearch<Hit> {
  const index = new MiniSearch<Hit>(searchOptions)
  index.addAll(
    pages
      .flatMap(({ passages }) => passages)
      .map((passage, id) => ({
        ...passage,
        id,
        title: passage.heading || passage.page,
        begin: passage.text.slice(0, 140),
      })),
  )
  return index
}
