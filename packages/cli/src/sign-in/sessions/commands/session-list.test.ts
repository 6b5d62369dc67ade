import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
  })
})
afterEach(() => at?.close())

const session = (...argv: string[]) => at.run(['session', ...argv])
const ofPerson = async (username: string) =>
  JSON.parse((await session('list', '--user', username, '--json', 'id,device,address,isThis,kind')).stdout) as {
    id: string
    device: string
  }[]
/** A person who has signed in in a browser. */
async function person(): Promise<string> {
  await at.person(['staff'])
  const people = JSON.parse((await at.run(['person', 'list', '--json', 'username'])).stdout) as { username: string }[]
  return people[0]?.username ?? ''
}
const deletions = () => at.received.filter(({ method }) => method === 'DELETE')

test('the sessions of a person are listed and ended by an administrator', async () => {
  const username = await person()
  const [one, ...more] = await ofPerson(username)
  expect(more).toEqual([])
  expect(one).toMatchObject({ device: 'Browser', isThis: false, kind: 'browser' })
  const { code, stderr } = await session('end', one?.id ?? '', '--user', username)
  expect([code, stderr]).toEqual([0, expect.stringContaining('The session was ended.')])
  expect(await ofPerson(username)).toEqual([])
})

test('nothing is ended by a dry run, or for an id that is not there', async () => {
  const username = await person()
  const [one] = await ofPerson(username)
  const dry = await session('end', one?.id ?? '', '--user', username, '--dry-run')
  expect(dry.stdout).toMatch(/^DELETE .*\n {2}session [\w-]+: ".+" -> \(none\)$/m)
  expect((await session('end', 'no-such-id', '--user', username)).code).toBe(6)
  expect(deletions()).toEqual([])
})

test.each([[['end']], [['end', 'id', '--others']], [['end', '--others', '--user', 'ada']]])(
  '%j is a usage mistake',
  async (argv) => {
    expect((await session(...argv)).code).toBe(64)
  },
)

test('a service account has a token and no sessions', async () => {
  expect((await session('list')).code).toBe(5)
  expect((await session('--json', 'sessionIdleSecs')).code).toBe(0)
})
