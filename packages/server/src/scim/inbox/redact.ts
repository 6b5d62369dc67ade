/** Attributes whose values are readable in the Inbox, in lower case: what names people and groups, and says what becomes of them. */
const readable = new Set(
  `schemas id externalid username displayname nickname active name formatted familyname givenname middlename emails groups members
   manager title usertype employeenumber costcenter organization division department value display type primary $ref operations
   op path resourcetype meta`.split(/\s+/),
)

const textMax = 200
const rowsMax = 50
const depthMax = 8
/** Bytes of JSON of a body that are kept. */
const bodyMax = 16_384

/** `(12 characters)`: replaces a text that is not shown. */
const lengthOf = (text: string) => `(${text.length} characters)`

/** No token is readable, wherever it stands. */
function shownText(text: string): string {
  const clean = text.replaceAll(/(scim|pat)_[0-9A-Za-z]{8,}/g, '$1_…')
  return clean.length > textMax ? `${clean.slice(0, textMax)}… ${lengthOf(text)}` : clean
}

/** The name of the attribute that a path ends in: `name.givenName` and `emails[type eq "work"].value` are of `name` and `emails`. */
function attributeOf(path: string): string {
  const [bare = ''] = path.replace(/^urn:.*:(?=[^:]*$)/i, '').split('[')
  return (bare.split('.')[0] ?? '').toLowerCase()
}

/** A body as the Inbox keeps it. Texts of other attributes, such as passwords and telephone numbers, become their length. */
export function redactedBody(body: unknown): unknown {
  if (body === undefined) return null
  const kept = redacted(body, true, 0)
  const size = JSON.stringify(kept).length
  return size > bodyMax ? { '…': `${size} characters` } : kept
}

function redacted(value: unknown, isShown: boolean, depth: number): unknown {
  if (depth > depthMax) return '…'
  if (typeof value === 'string') return isShown ? shownText(value) : lengthOf(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return isShown ? value : '…'
  if (Array.isArray(value)) {
    const rows = value.slice(0, rowsMax).map((one) => redacted(one, isShown, depth + 1))
    return value.length > rowsMax ? [...rows, `… and ${value.length - rowsMax} more`] : rows
  }
  const object = value as Readonly<Record<string, unknown>>
  const { path } = object
  // The value of an operation is of the attribute that its path names.
  const pathShown = typeof path === 'string' ? readable.has(attributeOf(path)) : true
  const entries = Object.entries(object)
    .slice(0, rowsMax)
    .map(([name, one]) => {
      if (name.toLowerCase() === 'path' && typeof one === 'string') return [shownText(name), redactedFilter(one)]
      const isExtension = /^urn:/i.test(name) && !/:[^:]*\.[^:]*$|:[a-z]+$/.test(name)
      const shows = isShown && pathShown && (isExtension || readable.has(attributeOf(name)))
      return [shownText(name), redacted(one, shows, depth + 1)]
    })
  return Object.fromEntries(entries) as unknown
}

/** A filter or path, in which only values that are compared with a readable attribute stand. */
export function redactedFilter(text: string): string {
  const shown = text.replaceAll(
    /([\w$:.-]+)(\s+(?:eq|ne|co|sw|ew|gt|ge|lt|le)\s+)"((?:[^"\\]|\\.)*)"/gi,
    (_all, name: string, operator: string, value: string) =>
      `${name}${operator}"${readable.has(attributeOf(name)) ? value : lengthOf(value)}"`,
  )
  return shownText(shown)
}

/** The part of an address after its question mark, decoded; null without one. */
export function redactedQuery(query: URLSearchParams): string | null {
  const parts = [...query].slice(0, rowsMax).map(([name, value]) => {
    if (name === 'filter') return `${name}=${redactedFilter(value)}`
    return `${shownText(name)}=${known.has(name) ? shownText(value) : lengthOf(value)}`
  })
  return parts.length === 0 ? null : parts.join('&')
}

const known = new Set([
  'startIndex',
  'count',
  'sortBy',
  'sortOrder',
  'attributes',
  'excludedAttributes',
  'aadOptscim062020',
])
