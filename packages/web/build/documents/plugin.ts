import { resolve } from 'node:path'

import type { Plugin } from 'vite'

import { openApiAddress } from './api/reference.ts'
import { escaped } from './html.ts'
import { makeOpenApi } from './make-open-api.ts'
import type { DocumentPage } from './page.ts'
import { pictureAddress, readDocuments, type Documents } from './pages.ts'
import { searchIndex } from './search-index.ts'

const root = resolve(import.meta.dirname, '../../../..')

/**
 * Makes the pages below /docs of the repository's Markdown and of the OpenAPI document, with documents.html as their frame, and the
 * index of their search.
 */
export function documents(): Plugin {
  return {
    name: 'portico:documents',
    apply: 'build',
    // The portal links to the documentation where its page names it: not in a development server, which has none.
    transformIndexHtml: (_, { path }) =>
      path.endsWith('portal.html') ? [{ tag: 'link', attrs: { rel: 'help', href: '/docs' }, injectTo: 'head' }] : [],
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const frame = bundle['documents.html']
        if (frame?.type !== 'asset') return
        const html = String(frame.source)
        delete bundle['documents.html']
        const openApi = await makeOpenApi(root)
        const site = readDocuments(root, openApi)
        const index = this.getFileName(
          this.emitFile({ type: 'asset', name: 'search.json', source: JSON.stringify(searchIndex(site)) }),
        )
        const filled = (title: string, page: string) =>
          html
            .replace('{{title}}', () => escaped(title))
            .replace('{{index}}', `/${index}`)
            .replace('{{page}}', () => page)
        const emit = (fileName: string, source: string | Buffer) =>
          this.emitFile({ type: 'asset', fileName: fileName.slice(1), source })
        emit('/docs/index.html', filled('Portico documentation', home(site)))
        emit('/docs/not-found.html', filled('Not found | Portico documentation', notFound(site)))
        for (const page of site.pages)
          emit(`${page.address}.html`, filled(`${page.title} | Portico documentation`, pageOf(site, page)))
        emit(openApiAddress, `${JSON.stringify(openApi)}\n`)
        for (const [path, bytes] of site.pictures) emit(pictureAddress(path), bytes)
      },
    },
  }
}

function home({ sections }: Documents): string {
  const lists = sections.map(({ title, entries }) => {
    const items = entries.map(
      (entry) => `<li><a href="${entry.address}">${escaped(entry.title)}</a><p>${withCode(entry.note)}</p></li>`,
    )
    return `<section><h2>${escaped(title)}</h2><ul>${items.join('')}</ul></section>`
  })
  return `<main id="content" class="documents-home" tabindex="-1"><h1>Portico documentation</h1>${lists.join('')}</main>`
}

/** The lists of README.md are Markdown. */
const withCode = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

function notFound(site: Documents): string {
  const main = `<main id="content" class="documents-content" tabindex="-1"><h1>Page not found</h1><p>Search for it, or choose a page from the list.</p></main>`
  return navigation(site) + main
}

/** The headings are folded above the text, or open beside it where the window is wide (main.ts). */
function pageOf(site: Documents, page: DocumentPage): string {
  const own = page.headings.filter(({ level }) => level === 2 || level === 3)
  const contents = own.map(
    ({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escaped(text)}</a></li>`,
  )
  const onThisPage =
    own.length < 3
      ? ''
      : `<nav class="documents-contents" aria-label="On this page"><details><summary>On this page</summary><ul>${contents.join('')}</ul></details></nav>`
  return `${navigation(site, page)}${onThisPage}<main id="content" class="documents-content" tabindex="-1">${page.content}</main>`
}

/** The list of all pages: open beside the page, or folded above it where the window is narrow (main.ts). */
function navigation({ sections }: Documents, page?: DocumentPage): string {
  const lists = sections.map(({ title, entries }) => {
    const items = entries.map((entry) => {
      const isHere = entry.address === page?.address ? ' aria-current="page"' : ''
      return `<li><a href="${entry.address}"${isHere}>${escaped(entry.title)}</a></li>`
    })
    return `<h2>${escaped(title)}</h2><ul>${items.join('')}</ul>`
  })
  return `<nav class="documents-navigation" aria-label="Documentation"><details open><summary>All pages</summary>${lists.join('')}</details></nav>`
}
