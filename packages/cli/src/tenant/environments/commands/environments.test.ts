import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot)
})
afterEach(() => at?.close())

const rename = (...argv: string[]) => at.run(['env', 'update', ...argv])
const names = async () =>
  (JSON.parse((await at.run(['env', 'list', '--json'])).stdout) as { name: string }[]).map(({ name }) => name)
const puts = () => at.received.filter(({ method }) => method === 'PUT')

test('an environment is renamed with the version that was read, and printed', async () => {
  const before = await names()
  const [first = ''] = before
  const { code, stdout, stderr } = await rename(first, '--name', ' Rehearsal ', '--json')
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Rehearsal', readonly: false })
  expect(stderr).toContain('The environment was renamed.')
  expect(puts()[0]?.headers['if-match']).toBe('"1"')
  expect((await names()).toSorted()).toEqual([...before.slice(1), 'Rehearsal'].toSorted())
})

test('the name it has already is not sent; a dry run sends nothing', async () => {
  const [first = ''] = await names()
  expect((await rename(first, '--name', first)).stderr).toContain('Nothing has changed.')
  expect((await rename(first, '--name', 'Other', '--dry-run')).stdout).toContain('Other')
  expect(puts()).toEqual([])
})

test('a setting that names the environment by its earlier name is reported', async () => {
  const [first = ''] = await names()
  await at.run(['env', 'use', first])
  const { stderr } = await rename(first, '--name', 'Rehearsal')
  expect(stderr).toContain(`still has the earlier name, ${first}.`)
})

test.each<[string[], number, string]>([
  [['nowhere', '--name', 'New'], 6, 'portico env list'],
  [['{first}'], 64, '--name'],
  [['{first}', '--name', ' '], 3, 'name'],
  [['{first}', '--name', 'x'.repeat(65)], 3, 'name'],
])('%j ends with %i and sends nothing', async (argv, code, sentence) => {
  const [first = ''] = await names()
  const result = await rename(...argv.map((one) => (one === '{first}' ? first : one)))
  expect([result.code, result.stdout]).toEqual([code, ''])
  expect(result.stderr).toContain(sentence)
  expect(puts()).toEqual([])
})
