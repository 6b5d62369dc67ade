import type { Server } from '../../../kit/context/context.ts'
import type { RawAnswer } from '../../../kit/context/raw-call.ts'
import { fail } from '../../../kit/errors/failure.ts'

/** The members of a list response that hold the cursor of the next page. */
const cursors = ['next', 'nextCursor'] as const

/** Reads all pages of a list and joins their arrays, with a null cursor. A response that is not a list is returned unchanged. */
export async function readAllPages(
  server: Server,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const url = new URL(path, 'http://localhost')
  const seen = new Set<string>()
  let whole: Record<string, unknown> | undefined
  for (;;) {
    const answer = await server.raw({ method: 'GET', path: url.pathname + url.search, headers })
    const page = objectOf(answer.text)
    const member = cursors.find((name) => page !== undefined && name in page)
    if (page === undefined || (member === undefined && whole === undefined)) return answer
    whole = whole === undefined ? page : joined(whole, page)
    const cursor = member === undefined ? null : page[member]
    if (typeof cursor !== 'string') return { ...answer, text: JSON.stringify(whole) }
    if (seen.has(cursor)) fail('failure', 'The server named the same next page twice.')
    seen.add(cursor)
    url.searchParams.set('cursor', cursor)
  }
}

function joined(left: Record<string, unknown>, right: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...left, ...right }).map(([name, value]) => {
      const before = left[name]
      return [name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value]
    }),
  )
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
