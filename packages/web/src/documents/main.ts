import MiniSearch from 'minisearch'

import '../kit/styles/base.css'
import './documents.css'
import { searchOptions, type Hit } from './search-options.ts'
import { searchDocuments } from './search.ts'

// The pages of the documentation are complete without this script; it adds the search, a link to the portal and a button
// that copies a block of code.

const hitsMax = 8

foldNavigation()
unfoldContents()
showCurrentPage()
addCopyButtons()
addSearch()
linkPortal()

/** In a narrow window the list of pages would stand before each page. */
function foldNavigation(): void {
  const details = document.querySelector<HTMLDetailsElement>('.documents-navigation details')
  if (details !== null && matchMedia('(width < 60rem)').matches) details.open = false
}

/** In a wide window the headings of the page stand beside it. */
function unfoldContents(): void {
  const details = document.querySelector<HTMLDetailsElement>('.documents-contents details')
  const wide = matchMedia('(width >= 84rem)')
  const unfold = () => {
    if (details !== null) details.open = wide.matches
  }
  unfold()
  wide.addEventListener('change', unfold)
}

/** Scrolls the list of pages to the one that is shown, and not the page. */
function showCurrentPage(): void {
  const list = document.querySelector('.documents-navigation')
  const current = list?.querySelector('[aria-current]')
  if (!list || !current) return
  const middle = (element: Element) => element.getBoundingClientRect().top + element.clientHeight / 2
  list.scrollTop += middle(current) - middle(list)
}

/** The portal is at the root of the server that shows these pages, unless they are files of another web server. */
function linkPortal(): void {
  const link = document.querySelector<HTMLAnchorElement>('.documents-portal')
  const index = document.querySelector<HTMLElement>('.documents-search')?.dataset['index']
  if (link === null || index?.startsWith('/') !== true) return
  link.href = '/'
  link.hidden = false
}

function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLPreElement>('.documents-content pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'documents-copy'
    button.textContent = 'Copy'
    const { textContent: text } = block
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(text ?? '').then(() => {
        button.textContent = 'Copied'
        setTimeout(() => (button.textContent = 'Copy'), 2_000)
      })
    })
    const frame = document.createElement('div')
    frame.className = 'documents-code'
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

function addSearch(): void {
  const form = document.querySelector<HTMLFormElement>('.documents-search')
  const input = form?.querySelector('input')
  const results = form?.querySelector<HTMLElement>('.documents-results')
  if (!form || !input || !results) return
  const { index: address = '' } = form.dataset
  form.hidden = false
  let reading: Promise<MiniSearch<Hit>> | undefined
  const read = () =>
    (reading ??= fetch(address)
      .then((answer) => answer.text())
      .then((text) => MiniSearch.loadJSON<Hit>(text, searchOptions)))

  input.addEventListener('focus', () => void read())
  input.addEventListener('input', () => void show())
  // Waits for the list where the index is still on its way.
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void show().then((isShown) => isShown && results.querySelector('a')?.click())
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      results.hidden = true
      input.focus()
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const stops: HTMLElement[] = [input, ...results.querySelectorAll('a')]
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !form.contains(event.target)) results.hidden = true
  })

  /** False if the text changed before its hits were there. */
  async function show(): Promise<boolean> {
    if (!input || !results) return false
    const wanted = input.value.trim()
    const index = await read()
    if (wanted !== input.value.trim()) return false
    const hits = wanted === '' ? [] : searchDocuments(index, wanted).slice(0, hitsMax)
    results.hidden = wanted === ''
    const base = new URL(address, location.href)
    results.replaceChildren(hits.length === 0 ? nothingFound(wanted) : listOf(hits, base))
    return true
  }
}

/** Addresses are relative to the index where the pages are files of another web server (portico-server docs). */
function listOf(hits: readonly Hit[], base: URL): HTMLElement {
  const list = document.createElement('ul')
  for (const { address, page, heading, begin } of hits) {
    const link = document.createElement('a')
    link.href = new URL(address, base).href
    const title = document.createElement('strong')
    title.textContent = heading === '' ? page : `${page}: ${heading}`
    const text = document.createElement('span')
    text.textContent = begin
    link.append(title, text)
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  return list
}

function nothingFound(wanted: string): HTMLElement {
  const text = document.createElement('p')
  text.textContent = `Nothing was found for “${wanted}”.`
  return text
}
