import { getPerson, listPeople, putGroupSource } from '@portico/core'
import { expect, it } from 'vitest'

import { createTestServer } from '../../../testing/test-server.ts'
import { startDirectory } from '../testing/directory.ts'

it('gives a person the groups of the directory where SCIM is the source, and not before', async () => {
  const server = await createTestServer()
  try {
    const directory = await startDirectory(server, 'project')
    const { admin, providerId: id } = directory
    const { client } = admin.core
    const setSource = (source: 'claims' | 'scim') => client.call(putGroupSource, { params: { id }, body: { source } })
    const user = async (userName: string) => (await directory.send('POST', '/Users', { userName })).body['id'] as string
    const [bob, ada] = [await user('bob'), await user('ada@project.example')]
    const admins = { displayName: 'admins', members: [{ value: ada }, { value: bob }] }
    const group = await directory.send('POST', '/Groups', admins)
    const people = await client.call(listPeople, { query: { search: 'bob' } })
    const person = { params: { id: people.ok ? (people.value.people[0]?.id ?? '') : '' } }
    const groups = async () => {
      const read = await client.call(getPerson, person)
      return read.ok && read.value.groups.map(({ name }) => name)
    }
    expect(await groups()).toEqual([])
    expect((await setSource('scim')).ok).toBe(true)
    expect(await groups()).toEqual(['admins'])
    await directory.send('PUT', `/Groups/${group.body['id']}`, { ...admins, members: [{ value: ada }] })
    expect(await groups()).toEqual([])
  } finally {
    await server.close()
  }
})
