/** The index after the `>` that ends the tag at `from`; undefined if the text ends before. A `>` in an attribute value does not end it. */
export function endOfTag(text: string, from: number): number | undefined {
  for (let at = from; ;) {
    mark.lastIndex = at
    const found = mark.exec(text)
    if (found === null) return undefined
    if (found[0] === '>') return mark.lastIndex
    const closing = text.indexOf(found[0], mark.lastIndex)
    if (closing < 0) return undefined
    at = closing + 1
  }
}

const mark = /["'>]/g

/** The name in an opening tag; undefined if it is not one. The XML parser judges its characters. */
export function nameIn(tag: string): string | undefined {
  return /^<([^\s/>"'=!?&]+)(?=[\s/>])/.exec(tag)?.[1]
}

/**
 * The attributes of an opening tag. References are not replaced yet; line breaks and tabs are spaces (XML 1.0 section 3.3.3). undefined if
 * they are not well-formed.
 */
export function attributesOf(tag: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  attribute.lastIndex = 1 + (nameIn(tag)?.length ?? 0)
  let end = attribute.lastIndex
  for (let next = attribute.exec(tag); next !== null; next = attribute.exec(tag)) {
    const [, name = '', double, single] = next
    if (found.has(name)) return undefined
    found.set(name, (double ?? single ?? '').replace(/\r\n|[\t\n\r]/g, ' '))
    end = attribute.lastIndex
  }
  return /^\s*\/?>$/.test(tag.slice(end)) ? found : undefined
}

const attribute = /\s+([^\s/>"'=<&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

/** The text that predefined entities and character references stand for; undefined if there are others, or characters that XML does not have. */
export function plainText(raw: string): string | undefined {
  if (raw.replace(reference, '').includes('&')) return undefined
  const plain = raw.replace(reference, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return predefined[name] ?? ''
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  })
  return unusableCharacter.test(plain) ? undefined : plain
}

/** XML 1.0 section 2.2: control characters would reach a terminal that shows the name. */
const unusableCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

const reference = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g
const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The text of a CDATA section, as it would be written outside of one. */
export function rawCdata(text: string): string {
  return text.replaceAll('&', '&amp;')
}
