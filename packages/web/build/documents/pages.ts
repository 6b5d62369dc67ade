import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'

import { Marked, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'

import type { OpenApi } from './api/open-api.ts'
import { readReference } from './api/reference.ts'
import { codeBlock, escaped, scrolling } from './html.ts'
import type { DocumentPage, IndexSection, Passage } from './page.ts'

/** A link of a page to a file. */
type Link = { readonly file: string; readonly anchor: string | undefined }

export type Documents = {
  readonly sections: readonly IndexSection[]
  readonly pages: readonly DocumentPage[]
  /** Pictures that pages show, by their path below the repository's root. */
  readonly pictures: ReadonlyMap<string, Buffer>
}

/** The file that explains the error ids: each is an anchor of its page. */
const errorsFile = 'docs/errors.md'

/** What the readme lists for those who change Portico is not part of the documentation. */
const ownSection = 'Work on Portico'

/**
 * The documentation: what README.md lists under “Further reading”, what those pages link to, and the reference of the API. Throws
 * where a link leads nowhere, or to a file that is not for the users of Portico, and where an error id has no explanation.
 */
export function readDocuments(root: string, openApi?: OpenApi): Documents {
  const lists = indexOf(readFileSync(join(root, 'README.md'), 'utf8'))
  const pictures = new Map<string, Buffer>()
  const pages = new Map<string, DocumentPage>()
  const waiting = lists.flatMap(({ entries }) => entries.map(({ file }) => file))
  const known = new Set(waiting)
  const anchors: { from: string; file: string; anchor: string }[] = []
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { page, links } = readPage(root, next, pictures)
    if (pages.has(page.address)) throw new Error(`${next} and another file are both at ${page.address}.`)
    pages.set(page.address, page)
    for (const { file, anchor } of links) {
      if (anchor !== undefined) anchors.push({ from: next, file, anchor })
      if (known.has(file)) continue
      known.add(file)
      waiting.push(file)
    }
  }
  for (const { from, file, anchor } of anchors)
    if (pages.get(addressOf(file))?.headings.some(({ id }) => id === anchor) !== true)
      throw new Error(`${from} links to ${file}#${anchor}, but no heading there has this anchor.`)
  const sections = lists.map(({ title, entries }) => ({
    title,
    entries: entries.map(({ file, ...entry }) => ({ ...entry, address: addressOf(file) })),
  }))
  if (openApi === undefined) return { sections, pages: [...pages.values()], pictures }
  const reference = readReference(openApi)
  checkErrorLinks(reference.pages, pages.get(addressOf(errorsFile)))
  return { sections: [...sections, reference.section], pages: [...pages.values(), ...reference.pages], pictures }
}

function checkErrorLinks(pages: readonly DocumentPage[], errors: DocumentPage | undefined): void {
  for (const { address, content } of pages)
    for (const [, id = ''] of content.matchAll(/href="\/docs\/errors#([^"]+)"/g))
      if (errors?.content.includes(` id="${id}"`) !== true)
        throw new Error(`${address} names the error id ${id}, which ${errorsFile} does not explain.`)
}

type FileList = {
  readonly title: string
  readonly entries: readonly { readonly file: string; readonly title: string; readonly note: string }[]
}

/** The lists under “Further reading”. */
function indexOf(readme: string): FileList[] {
  const [, reading = ''] = readme.split(/^## Further reading$/m)
  return reading
    .split(/^### /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n')
      const entries = lines.flatMap((line) => {
        const [, label = '', file = '', note = ''] = /^- \[([^\]]+)\]\(([^)]+)\)(?::? (.*))?$/.exec(line) ?? []
        return file === '' ? [] : [{ file, title: label, note: withoutLinks(note) }]
      })
      return { title, entries }
    })
    .filter(({ title }) => title !== ownSection)
}

const withoutLinks = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')

function readPage(
  root: string,
  file: string,
  pictures: Map<string, Buffer>,
): { readonly page: DocumentPage; readonly links: readonly Link[] } {
  const links: Link[] = []
  const isFolder = statSync(join(root, file)).isDirectory()
  const source = isFolder ? '' : readFileSync(join(root, file), 'utf8')
  const isText = extname(file) !== '.md'
  const title = isText ? file : (/^# (.+)$/m.exec(source)?.[1] ?? file).replaceAll('`', '')
  const content = isText ? `<h1>${escaped(file)}</h1>${isFolder ? listed() : codeBlock(source)}` : rendered()
  const headings = isText
    ? []
    : getHeadingList().map(({ id, raw, level }) => ({ id, text: raw.replaceAll(/[`*]/g, ''), level }))
  const address = addressOf(file)
  const page: DocumentPage = {
    address,
    title,
    content,
    headings,
    passages: isText ? [] : passagesOf(content, { address, title }),
  }
  return { page, links }

  /** The files of a folder without a README. */
  function listed(): string {
    const items = readdirSync(join(root, file)).map(
      (name) => `<li><a href="${linkOf(`./${name}`)}">${escaped(name)}</a></li>`,
    )
    return `<ul>${items.join('')}</ul>`
  }

  function rendered(): string {
    const marked = new Marked(gfmHeadingId(), {
      renderer: {
        link({ href, tokens }) {
          return `<a href="${escaped(linkOf(href))}">${this.parser.parseInline(tokens)}</a>`
        },
        image({ href, text }) {
          const path = relative(root, join(root, dirname(file), href))
          const bytes = readFileSync(join(root, path))
          pictures.set(path, bytes)
          const { width, height } = sizeOfPng(bytes)
          return `<img src="${pictureAddress(path)}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy">`
        },
        code: ({ text }) => codeBlock(text),
        table(token) {
          const table = tableOf(this, token)
          return scrolling('Table', file === errorsFile ? withAnchors(table) : table)
        },
      },
    })
    return marked.parse(source, { async: false })
  }

  function linkOf(href: string): string {
    if (/^(?:https?:|mailto:)/.test(href)) return href
    const [path = '', anchor] = href.split('#')
    if (path === '') {
      links.push({ file, anchor })
      return href
    }
    const named = relative(root, join(root, isFolder ? file : dirname(file), path))
    if (!existsSync(join(root, named))) throw new Error(`${file} links to ${href}, which does not exist.`)
    const readme = join(named, 'README.md')
    const target = existsSync(join(root, readme)) ? readme : named
    if (/^(?:docs\/decisions|docs\/ARCHITECTURE|CONTRIBUTING)/.test(target))
      throw new Error(`${file} links to ${href}, which is not for the users of Portico.`)
    links.push({ file: target, anchor })
    return addressOf(target) + (anchor === undefined ? '' : `#${anchor}`)
  }
}

type TableRenderer = { readonly parser: { parseInline(tokens: Tokens.TableCell['tokens']): string } }

function tableOf({ parser }: TableRenderer, { header, rows }: Tokens.Table): string {
  const cell = (tag: string, { tokens }: Tokens.TableCell) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`
  const head = header.map((one) => cell('th scope="col"', one).replace('</th scope="col">', '</th>')).join('')
  const body = rows.map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

/** The ids at the beginning of each row. */
function withAnchors(table: string): string {
  return table.replaceAll(/<tr><td>.*?<\/td>/g, (cell) =>
    cell.replaceAll(/<code>([A-Z][A-Z0-9_-]+)<\/code>/g, '<code id="$1">$1</code>'),
  )
}

/** docs/guides/providers/okta.md is at /docs/providers/okta, other files below /docs/files. */
export function addressOf(file: string): string {
  if (extname(file) !== '.md') return `/docs/files/${file}`
  const path = file
    .replace(/^docs\/(?:guides\/)?/, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
  return `/docs/${path.toLowerCase()}`
}

export const pictureAddress = (path: string) => `/docs/pictures/${path.split('/').at(-1) ?? ''}`

/** The text below each heading of the first three levels. */
function passagesOf(
  content: string,
  { address, title }: { readonly address: string; readonly title: string },
): Passage[] {
  return content
    .split(/(?=<h[123] id=)/)
    .map((part): Passage => {
      const [, id = '', heading = ''] = /^<h[123] id="([^"]*)">(.*?)<\/h[123]>/.exec(part) ?? []
      const isTitle = part.startsWith('<h1')
      return {
        address: isTitle || id === '' ? address : `${address}#${id}`,
        page: title,
        heading: isTitle ? '' : plainText(heading),
        text: plainText(part.replace(/^<h[123].*?<\/h[123]>/, '')),
      }
    })
    .filter(({ text, heading }) => text !== '' || heading !== '')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code: string | undefined, name = '') =>
      code === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(code)),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Width and height are in the first chunk (PNG, third edition, section 11.2.2). */
function sizeOfPng(bytes: Buffer): { readonly width: number; readonly height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
