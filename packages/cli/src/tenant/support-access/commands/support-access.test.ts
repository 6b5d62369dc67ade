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

const supportAccess = (...argv: string[]) => at.run(['support-access', ...argv])
const status = async () => JSON.parse((await supportAccess('status', '--json')).stdout) as unknown
const changes = () => at.received.filter(({ method, path }) => method === 'PUT' && path.includes('support-access'))

test('support access is off, allowed, allowed to change, and denied, with the version that was read', async () => {
  expect(await status()).toEqual({ allowProsAccess: false, allowProsChange: false })
  expect((await supportAccess('allow')).stderr).toContain(
    'Support users can enter this tenant. They cannot change anything.',
  )
  expect(await status()).toEqual({ allowProsAccess: true, allowProsChange: false })
  expect((await supportAccess('allow', '--change')).stderr).toContain('change settings')
  expect(await status()).toEqual({ allowProsAccess: true, allowProsChange: true })
  expect((await supportAccess('allow')).stderr).toContain('They cannot change anything.')
  expect((await supportAccess('deny')).code).toBe(2)
  expect(await status()).toMatchObject({ allowProsAccess: true })
  expect((await supportAccess('deny', '-y')).stderr).toContain('Support users cannot enter this tenant.')
  expect(await status()).toEqual({ allowProsAccess: false, allowProsChange: false })
  expect(changes()).toHaveLength(4)
  for (const { headers } of changes()) expect(headers['if-match']).toMatch(/^"[\w-]+"$/)
})

test('what is set already is not sent again, and a dry run sends nothing', async () => {
  expect((await supportAccess('deny')).stderr).toContain('Nothing differs')
  const { stdout } = await supportAccess('allow', '--dry-run')
  expect(stdout).toContain('/portal/admin/settings/support-access')
  expect(stdout).toContain('allowProsAccess: false -> true')
  expect(changes()).toEqual([])
})
