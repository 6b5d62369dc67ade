import { isKnownEncoding, XmlFault } from '@portico/core/contract'

import type { XmlBounds } from './bounds.ts'

/**
 * Scans the text once, before any parser, and throws XmlFault unless it is plain well-formed XML 1.0 within
 * the bounds: elements, attributes, text and comments. Rejects document types and custom entities everywhere, and
 * processing instructions, CDATA and names beyond ASCII in messages. The parser behind it is lenient (it accepts a bare `&`, `<` in a value, text beside the root and invalid
 * character references), and two parsers that repair a text differently allow signature wrapping.
 */
export function guardXml(text: string, bounds: XmlBounds): void {
  if (text.length > bounds.bytesMax || Buffer.byteLength(text) > bounds.bytesMax) {
    throw new XmlFault('too-large', `${bounds.bytesMax} bytes`)
  }
  if (unusableCharacter.test(text)) throw new XmlFault('unreadable', 'a character that XML does not have')
  const walk: Walk = {
    text,
    at: declarationLength(text),
    open: [],
    nodes: 0,
    attributes: 0,
    comments: 0,
    references: 0,
    prefixes: new Set(),
    patterns: bounds.syntax === 'document' ? documentPatterns : messagePatterns,
    bounds,
  }
  while (walk.at < text.length) step(walk)
  if (walk.open.length > 0 || walk.nodes === 0) throw new XmlFault('unreadable', 'it ends too early')
}

type Walk = {
  readonly text: string
  readonly bounds: XmlBounds
  readonly open: string[]
  readonly prefixes: Set<string>
  readonly patterns: Patterns
  at: number
  nodes: number
  attributes: number
  comments: number
  references: number
}

const unusableCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const declaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])([A-Za-z][\w.:-]*)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\4)?\s*\?>/i

/** The text after its XML declaration. */
export function withoutDeclaration(text: string): string {
  return text.slice(declaration.exec(text)?.[0].length ?? 0)
}

/** The text is already decoded; a declared encoding that we do not support is still rejected. */
function declarationLength(text: string): number {
  const found = declaration.exec(text)
  const encoding = found?.[3]
  if (encoding !== undefined && !isKnownEncoding(encoding)) unreadable(`the encoding ${encoding} is not accepted`)
  return found?.[0].length ?? 0
}

function step(walk: Walk): void {
  if (walk.text[walk.at] !== '<') return readText(walk)
  const next = walk.text[walk.at + 1]
  if (walk.text.startsWith('<!--', walk.at)) return readComment(walk)
  if (walk.text.startsWith('<![CDATA[', walk.at)) return readCdata(walk)
  if (next === '!') throw new XmlFault('forbidden', 'DOCTYPE')
  if (next === '?') return readInstruction(walk)
  return next === '/' ? readEndTag(walk) : readStartTag(walk)
}

function readText(walk: Walk): void {
  const end = walk.text.indexOf('<', walk.at)
  const text = walk.text.slice(walk.at, end < 0 ? walk.text.length : end)
  if (walk.open.length === 0 && text.trim() !== '') throw new XmlFault('unreadable', 'text beside the root element')
  if (text.includes(']]>')) throw new XmlFault('unreadable', ']]>')
  checkReferences(text, walk)
  walk.at += text.length
}

function readComment(walk: Walk): void {
  const end = walk.text.indexOf('--', walk.at + 4)
  if (end < 0 || walk.text[end + 2] !== '>') throw new XmlFault('unreadable', 'comment')
  walk.at = end + 3
  countComment(walk)
}

function readCdata(walk: Walk): void {
  if (walk.bounds.syntax === 'message') throw new XmlFault('forbidden', 'CDATA')
  const end = walk.text.indexOf(']]>', walk.at)
  if (end < 0 || walk.open.length === 0) return unreadable('CDATA')
  walk.at = end + 3
  countComment(walk)
}

function readInstruction(walk: Walk): void {
  if (/^<\?xml[\s?]/i.test(walk.text.slice(walk.at, walk.at + 6))) return unreadable('the XML declaration')
  if (walk.bounds.syntax === 'message') throw new XmlFault('forbidden', 'processing instruction')
  const end = walk.text.indexOf('?>', walk.at)
  if (end < 0 || match(walk, walk.patterns.instruction) === null) return unreadable('a processing instruction')
  walk.at = end + 2
  countComment(walk)
}

/** Processing instructions and CDATA sections are as cheap to write as comments. */
function countComment(walk: Walk): void {
  walk.comments += 1
  if (walk.comments > walk.bounds.commentsMax) throw new XmlFault('forbidden', 'too many comments')
}

type Patterns = Readonly<Record<'startOfTag' | 'attribute' | 'closingTag' | 'instruction', RegExp>>

/** The characters that may begin a name, and those that may follow. */
function patternsOf(first: string, other: string): Patterns {
  const part = `[${first}][${other}]*`
  const name = `${part}(?::${part})?`
  return {
    startOfTag: new RegExp(`<(${name})`, 'y'),
    attribute: new RegExp(`\\s+(${name})\\s*=\\s*(?:"([^<"]*)"|'([^<']*)')`, 'y'),
    closingTag: new RegExp(`</(${name})\\s*>`, 'y'),
    instruction: new RegExp(`<\\?${part}(?=\\s|\\?>)`, 'y'),
  }
}

const messagePatterns = patternsOf('A-Za-z_', '\\w.-')
const letters =
  '\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD'
/** XML 1.0 section 2.3, as far as the parser reads it. */
const documentPatterns = patternsOf(`A-Za-z_${letters}`, `\\w.${letters}\\u00B7\\u0300-\\u036F\\u203F\\u2040-`)
const endOfTag = /\s*(\/?)>/y

function readStartTag(walk: Walk): void {
  const tag = match(walk, walk.patterns.startOfTag)?.[1] ?? unreadable('a tag')
  if (walk.open.length === 0 && walk.nodes > 0) unreadable('a second root element')
  countNode(walk)
  if (walk.open.length >= walk.bounds.depthMax) throw new XmlFault('forbidden', 'nested too deep')
  readAttributes(walk)
  const end = match(walk, endOfTag) ?? unreadable('a tag')
  if (end[1] === '') walk.open.push(tag)
}

function readAttributes(walk: Walk): void {
  const { attribute } = walk.patterns
  let count = 0
  for (let found = match(walk, attribute); found !== null; found = match(walk, attribute)) {
    count += 1
    walk.attributes += 1
    if (count > walk.bounds.attributesMax || walk.attributes > walk.bounds.allAttributesMax)
      throw new XmlFault('forbidden', 'too many attributes')
    checkReferences(found[2] ?? found[3] ?? '', walk)
    if (found[1]?.startsWith('xmlns')) noteDeclaration(walk, found[1])
  }
}

function noteDeclaration(walk: Walk, prefix: string): void {
  countNode(walk)
  walk.prefixes.add(prefix)
  if (walk.prefixes.size > walk.bounds.prefixesMax) throw new XmlFault('forbidden', 'too many namespaces')
}

function countNode(walk: Walk): void {
  walk.nodes += 1
  if (walk.nodes > walk.bounds.nodesMax) throw new XmlFault('forbidden', 'too many elements and namespaces')
}

function readEndTag(walk: Walk): void {
  const tag = match(walk, walk.patterns.closingTag)?.[1] ?? unreadable('a tag')
  if (walk.open.pop() !== tag) unreadable('elements that overlap')
}

function match(walk: Walk, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = walk.at
  const found = pattern.exec(walk.text)
  if (found !== null) walk.at = pattern.lastIndex
  return found
}

function checkReferences(text: string, walk: Walk): void {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    walk.references += 1
    if (walk.references > walk.bounds.referencesMax) throw new XmlFault('forbidden', 'too many references')
    const found = /^&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/i.exec(text.slice(at, at + 12))
    if (found === null) throw new XmlFault('forbidden', 'entity')
    if (found[1] !== undefined) {
      if (found[1] !== found[1].toLowerCase()) throw new XmlFault('forbidden', 'entity')
      continue
    }
    const code = found[2] === undefined ? Number.parseInt(found[3] ?? '', 16) : Number(found[2])
    if (code > 0x10ffff || unusableCharacter.test(String.fromCodePoint(code))) unreadable('a character reference')
  }
}

function unreadable(what: string): never {
  throw new XmlFault('unreadable', what)
}
