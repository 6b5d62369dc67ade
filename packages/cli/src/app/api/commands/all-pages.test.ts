import { expect, test } from 'vitest'

import type { Server } from '../../../kit/context/context.ts'
import { readAllPages } from './all-pages.ts'

/** Responds by the requested cursor. */
function serverOf(pages: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const raw: Server['raw'] = ({ path }) => {
    asked.push(path)
    const cursor = new URL(path, 'http://localhost').searchParams.get('cursor') ?? ''
    return Promise.resolve({ status: 200, contentType: 'application/json', text: JSON.stringify(pages[cursor]) })
  }
  return { server: { raw } as Server, asked }
}

test.each(['next', 'nextCursor'])('pages are joined by their %s to one list', async (member) => {
  const { server, asked } = serverOf({
    '': { rows: [1, 2], [member]: 'a', total: 5 },
    a: { rows: [3], [member]: 'b', total: 5 },
    b: { rows: [4, 5], [member]: null, total: 5 },
  })
  const { text } = await readAllPages(server, '/api/rows?limit=2', {})
  expect(JSON.parse(text)).toEqual({ rows: [1, 2, 3, 4, 5], [member]: null, total: 5 })
  expect(asked).toEqual(['/api/rows?limit=2', '/api/rows?limit=2&cursor=a', '/api/rows?limit=2&cursor=b'])
})

test('an answer without pages comes back as it is', async () => {
  const { server, asked } = serverOf({ '': [1, 2] })
  expect((await readAllPages(server, '/api/rows', {})).text).toBe('[1,2]')
  expect(asked).toHaveLength(1)
})

test('a cursor that leads back to itself ends with an error', async () => {
  const { server } = serverOf({ '': { rows: [], next: 'a' }, a: { rows: [], next: 'a' } })
  await expect(readAllPages(server, '/api/rows', {})).rejects.toMatchObject({ failure: { kind: 'failure' } })
})
