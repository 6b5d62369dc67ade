import { expect, test } from 'vitest'

import { createClient } from '../../kit/http/client.ts'
import { answeringPort } from '../../testing/answering-port.ts'
import { listMappings } from './contract.ts'
import { mappingList } from './list.ts'

test.each([
  ['Billing: Approver', 'Billing Approver'],
  ['Billing:', 'Billing'],
  ['urn:portico:acme', 'urn:portico:acme'],
])('the search %s, as a row shows it, is sent as %s', async (search, sent) => {
  const http = answeringPort([{ endpoint: listMappings, body: { mappings: [], total: 0 } }])
  const client = createClient({ http, clock: { now: () => 0 } as never })
  await mappingList.fetchPage(
    { client } as never,
    { scope: 'e1', filter: {}, search, sort: '', cursor: undefined, limit: 50 } as never,
  )
  expect(new URLSearchParams(http.sent[0]?.path.split('?')[1]).get('search')).toBe(sent)
})
