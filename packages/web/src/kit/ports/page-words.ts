import type { CorePorts } from '@portico/core'

type PageWords = Required<Pick<CorePorts, 'locale' | 'messages'>>

/** The first sentences of a page in another language than English, which brings them (build/static-pages.ts). */
export function pageWords(document: Document): PageWords | undefined {
  const block = document.getElementById('page-words')?.textContent
  return block ? (JSON.parse(block) as PageWords) : undefined
}
