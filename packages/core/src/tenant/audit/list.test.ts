import { expect, it } from 'vitest'

import { createFeedback } from '../../kit/feedback/store.ts'
import type { Client } from '../../kit/http/client.ts'
import { createList } from '../../kit/lists/list.ts'
import { readList } from '../../kit/lists/read.ts'
import { auditList } from './list.ts'

const clock = { now: () => 0, setTimeout: () => () => undefined }
const rowNamed = (name: string) => ({
  id: name,
  at: '2026-11-23T10:00:00.000Z',
  actor: { kind: 'user', id: '1', name: 'Ada' },
  action: 'tenant-role.update',
  target: { kind: 'tenant-role', id: '2', name },
  before: null,
  after: null,
  requestId: 'r',
  address: null,
})

/** A search that compares many rows: pages without a match have a next one. */
const pages = [
  { entries: [], next: '1' },
  { entries: [], next: '2' },
  { entries: [rowNamed('first')], next: '3' },
  { entries: [], next: '4' },
  { entries: [rowNamed('last')], next: null },
]
const client = {
  call: (_: unknown, { query }: { query: { cursor?: string } }) =>
    Promise.resolve({ ok: true, value: pages[Number(query.cursor ?? 0)] }),
} as unknown as Client

it('a search continues over pages without a match, in a list and in a command', async () => {
  const parts = { client, clock: clock as never, feedback: createFeedback(clock as never) }
  const list = createList(parts, auditList)
  await list.open('', { filter: { search: 'a' } })
  expect(list.getState()).toMatchObject({ hasNext: false, rows: [{ id: 'first' }, { id: 'last' }] })
  expect(await readList(parts, auditList, { filter: { search: 'a' } })).toMatchObject({
    value: [{ id: 'first' }, { id: 'last' }],
  })
})
