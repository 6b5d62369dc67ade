/** What is different each time: ids, times, paths, keys and counts. */
const variable =
  /…|https?:\/\/\S+|eyJ\S+|SHA256:\S+|[0-9a-f]{8}-[0-9a-f…-]+|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|(?<!\S)\/\S+|[0-9a-f]{12,}|\d+(?:\.\d+)*[smhd]?|\bnow\b/g

/** How output differs in shape from what a page shows, in a sentence; undefined if it does not. */
export function differenceInShape(shown: readonly string[], printed: string): string | undefined {
  const lines = printed.split('\n').map((line) => line.trimEnd())
  const actual = lines.filter(Boolean)
  const wanted = asJson(shown.join('\n'))
  if (wanted !== undefined) return differenceInJson(wanted, printed)
  const [head = ''] = shown
  if (/^[A-Z][A-Z ]+(?: {2,}[A-Z][A-Z ]+)+$/.test(head)) return differenceInTable(shown, actual)
  for (const [at, line] of shown.filter(Boolean).entries())
    if (!patternOf(line).test(actual[at] ?? '')) return `the page shows “${line}”, and it prints “${actual[at] ?? ''}”`
  const more = actual[shown.filter(Boolean).length]
  return more === undefined ? undefined : `it also prints “${more}”`
}

/** A line with what varies left open; blanks may be wider. */
function patternOf(line: string): RegExp {
  const parts: string[] = []
  let from = 0
  for (const found of line.matchAll(variable)) {
    parts.push(literal(line.slice(from, found.index)), found[0] === '…' ? '.*' : String.raw`\S+`)
    from = found.index + found[0].length
  }
  return new RegExp(`^${parts.join('')}${literal(line.slice(from))}$`)
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
}

function differenceInTable(shown: readonly string[], actual: readonly string[]): string | undefined {
  const cells = (line = '') => line.trim().split(/ {2,}/)
  const [wanted, found] = [cells(shown[0]), cells(actual[0])]
  if (wanted.join('|') !== found.join('|'))
    return `the page shows the columns ${wanted.join(', ')}, not ${found.join(', ')}`
  return actual.length > 1 ? undefined : 'it prints no rows'
}

const more = Symbol('more')

/** JSON in which `…` stands for further members or a shortened value; undefined for other text. */
function asJson(text: string): unknown {
  if (!/^[{[]/.test(text)) return undefined
  const isShortened = /, ?…\s*[}\]]/.test(text)
  try {
    const value: unknown = JSON.parse(text.replaceAll(/, ?…(?=\s*[}\]])/g, '').replaceAll('{…}', '{}'))
    return isShortened && typeof value === 'object' ? { ...value, [more]: true } : value
  } catch {
    return undefined
  }
}

function differenceInJson(wanted: unknown, printed: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(printed)
  } catch {
    return `it prints no JSON: ${printed.slice(0, 200)}`
  }
  return differenceInMembers(wanted, value, '')
}

function differenceInMembers(wanted: unknown, found: unknown, path: string): string | undefined {
  if (typeof wanted !== typeof found || Array.isArray(wanted) !== Array.isArray(found))
    return `${path || 'the answer'} is ${JSON.stringify(found)}`
  if (typeof wanted !== 'object' || wanted === null || typeof found !== 'object' || found === null) return undefined
  if (Array.isArray(wanted))
    return differenceInMembers(wanted[0] ?? null, (found as unknown[])[0] ?? null, `${path}[0]`)
  const missing = Object.keys(wanted).filter((key) => !(key in found))
  if (missing.length > 0) return `${path}.${missing.join(', ')} is missing`
  const further = Object.keys(found).filter((key) => !(key in wanted))
  if (further.length > 0 && !(more in wanted)) return `it also prints ${path}.${further.join(', ')}`
  for (const [key, value] of Object.entries(wanted)) {
    const difference = differenceInMembers(value, (found as Record<string, unknown>)[key], `${path}.${key}`)
    if (difference !== undefined) return difference
  }
  return undefined
}
