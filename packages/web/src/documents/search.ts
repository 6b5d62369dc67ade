import type MiniSearch from 'minisearch'
import type { Query } from 'minisearch'

import type { Hit } from './search-options.ts'
import { synonyms } from './synonyms.ts'

/** Below this, the beginning of a word matches too many words: “to” is not “token”. */
const prefixLengthMin = 3

/** The passages with all these words, or with what a reader of these words looks for; the best first. */
export function searchDocuments(index: MiniSearch<Hit>, wanted: string): Hit[] {
  return index
    .search(queryOf(wanted), {
      boost: { title: 8, page: 3 },
      boostDocument: (_, __, stored) => weightOf(stored as unknown as Hit),
      prefix: (term) => term.length >= prefixLengthMin,
      fuzzy: 0.15,
    })
    .map((hit) => hit as unknown as Hit)
}

/** A word or phrase that has synonyms is searched as each of them too. */
function queryOf(wanted: string): Query {
  const text = ` ${wanted.toLowerCase().replaceAll(/\s+/g, ' ').trim()} `
  const others = Object.entries(synonyms).flatMap(([phrase, meanings]) =>
    text.includes(` ${phrase} `) ? meanings.map((one) => text.replace(` ${phrase} `, ` ${one} `)) : [],
  )
  return { combineWith: 'OR', queries: [text, ...others].map((one) => ({ combineWith: 'AND', queries: [one] })) }
}

/**
 * Long references have most words somewhere; a guide explains what to do with them. Below /docs, or ../errors.html where the pages are
 * files of another web server.
 */
const references = /\/(?:api|asvs|changelog|errors|interoperability|threat-model|files)(?:[/.#]|$)/

function weightOf({ address }: Hit): number {
  return references.test(address) ? 0.3 : 1
}
