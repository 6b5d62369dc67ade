import { listOf, provisioningBehindList, provisioningScope } from '@portico/core'
import { describe, expect, it } from 'vitest'

import { provisioningUnderTest } from './testing/provisioning-under-test.ts'

const { at, rows, connect } = provisioningUnderTest()

describe('what is behind', () => {
  const people = 118
  const fill = () =>
    rows(`insert into provisioned_objects (tenant_id, connection_id, kind, id, name, wanted)
      select tenant_id, id, kind, gen_random_uuid(), kind || n, '\\x01'
        from provisioning_connections, generate_series(1, ${people}) n, (values ('person'), ('group')) k (kind)
       where kind = 'person' or n <= 7`)

  it('is held one page at a time, however far it is read, forwards and backwards', async () => {
    await connect({ enabled: false })
    await fill()
    const list = listOf(at.admin.core, provisioningBehindList)
    await list.open(provisioningScope(at.params))
    // The rows come first, and are counted then.
    await expect.poll(() => list.getState().isCounted).toBe(true)
    const seen = new Set<string>()
    const look = () => {
      const { rows: held = [] } = list.getState()
      for (const { id } of held) seen.add(id)
      return [list.getState().start, held.length, list.getState().total]
    }
    const [first, second, third] = [look(), await list.next().then(look), await list.next().then(look)]
    expect([first, second, third]).toEqual([
      [0, 50, 125],
      [50, 50, 125],
      [100, 25, 125],
    ])
    expect([seen.size, list.getState().hasNext]).toEqual([125, false])
    expect(list.getState().rows?.at(-1)?.kind).toBe('group')
    await list.previous()
    expect(look()).toEqual([50, 50, 125])
    await list.last()
    expect(look()).toEqual([75, 50, 125])
    await list.first()
    expect(list.getState().rows?.[0]?.kind).toBe('person')
  })

  it('is searched by the server, also beyond what is held', async () => {
    await connect({ enabled: false })
    await fill()
    const list = listOf(at.admin.core, provisioningBehindList)
    await list.open(provisioningScope(at.params), { search: 'PERSON11' })
    const names = list
      .getState()
      .rows?.map(({ name }) => name)
      .toSorted()
    expect(names).toEqual(['person11', ...Array.from({ length: 9 }, (_, at) => `person11${at}`)].toSorted())
    expect(list.getState().total).toBe(10)
  })
})
