const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

/**
 * One element as text. Undefined attributes are left out; `content` is already XML (see `xmlText`). Names are
 * trusted and not escaped.
 */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${xmlText(String(value))}"`,
  )
  const inner = content.join('')
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`
}

/** Text for an element or an attribute; characters that XML does not have are dropped. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character)
}
