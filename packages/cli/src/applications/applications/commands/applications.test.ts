import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { makeKeyPair } from '../../../testing/keys.ts'
import { listenLoopback } from '../../../testing/loopback.ts'
import { makePng, openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const robot = makeKeyPair()
const launchUrl = 'https://app.example/'
const applications = [
  { slug: 'billing', label: 'Billing', launchUrl, groups: ['staff'] },
  { slug: 'archive', label: 'Archive', launchUrl, groups: ['staff'] },
  { slug: 'wiki', label: 'Wiki', launchUrl, groups: ['staff'] },
  { slug: 'vault', label: 'Vault', launchUrl, groups: ['finance'] },
]
let server: PortalServer
let at: SignedInTerminal
let person: SignedInTerminal['run']

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, { applications })
  person = await at.person(['staff'])
})
afterEach(() => at?.close())

const changes = () => at.received.filter(({ method, path }) => method !== 'GET' && path.includes('/portal/'))
async function listed(flag: string, run = person): Promise<readonly string[]> {
  const { code, stdout, stderr } = await run(['app', 'list', flag, '--json', 'label'])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return (JSON.parse(stdout) as { label: string }[]).map(({ label }) => label)
}

describe("a person's favourites", () => {
  test('are listed in the order in which they were added, and only those', async () => {
    expect(await listed('--favourites')).toEqual([])
    expect((await person(['app', 'favourite', 'add', 'Wiki'])).stderr).toBe('Wiki is one of your favourites.\n')
    await person(['app', 'favourite', 'add', 'Archive'])
    expect(await listed('--favourites')).toEqual(['Wiki', 'Archive'])
    expect((await person(['app', 'favourite', 'remove', 'Wiki'])).stderr).toBe('Wiki is not one of your favourites.\n')
    expect(await listed('--favourites')).toEqual(['Archive'])
  })

  test('are not sent again where nothing changes, and not sent by a dry run', async () => {
    await person(['app', 'favourite', 'add', 'Wiki'])
    const before = changes().length
    await person(['app', 'favourite', 'add', 'Wiki'])
    const { stdout } = await person(['app', 'favourite', 'add', 'Billing', '--dry-run'])
    expect(stdout).toContain('PUT /api/portal/launcher/preferences')
    expect(changes()).toHaveLength(before)
  })

  test('keep the order and the layout that the browser saved', async () => {
    const body = JSON.stringify({ layout: 'list', favourites: [], order: ['a', 'b'] })
    expect((await person(['api', 'PUT', '/portal/launcher/preferences', '--input', '-'], { stdin: body })).code).toBe(0)
    await person(['app', 'favourite', 'add', 'Wiki'])
    expect(JSON.parse((await person(['api', 'GET', '/portal/launcher/preferences'])).stdout)).toMatchObject({
      layout: 'list',
      order: ['a', 'b'],
      favourites: [expect.any(String)],
    })
  })

  test.each([
    [['app', 'favourite', 'add', 'Vault'], 6, 'Vault'],
    [['app', 'favourite', 'keep', 'Wiki'], 64, 'use add or remove'],
  ])('%j adds nothing and ends with %i', async (argv, code, sentence) => {
    const ran = await person(argv)
    expect(ran.code).toBe(code)
    expect(ran.stderr).toContain(sentence)
    expect(changes()).toEqual([])
  })

  test.each([
    ['app', 'list', '--favourites'],
    ['app', 'list', '--recent'],
    ['app', 'favourite', 'add', 'Billing'],
  ])('are not for a service account, and the message explains it: %s %s %s', async (...argv) => {
    const { code, stderr } = await at.run(argv)
    expect(code).toBe(5)
    expect(stderr).toContain('belong to people; you are signed in as a service account.')
    expect(stderr).toContain('portico login')
  })
})

describe('what a person opened', () => {
  test('by launch is listed first, and an application they cannot open is not recorded', async () => {
    expect(await listed('--recent')).toEqual([])
    expect((await person(['launch', 'Wiki'])).stdout).toBe(`${launchUrl}\n`)
    await person(['launch', 'Billing'])
    expect(await listed('--recent')).toEqual(['Billing', 'Wiki'])
    expect((await person(['launch', 'Vault'])).code).toBe(6)
    expect(await listed('--recent')).toEqual(['Billing', 'Wiki'])
  })

  test('needs an environment, and says so where none is chosen', async () => {
    const outside = await at.person(['staff'], null)
    const { code, stderr } = await outside(['launch', 'Wiki'])
    expect([code, stderr]).toEqual([
      3,
      'error: No environment is chosen, and applications belong to one.\nhint: portico env use NAME\n',
    ])
  })

  test('is not what launch --print prints', async () => {
    await person(['launch', 'Wiki', '--print'])
    expect(await listed('--recent')).toEqual([])
  })
})

test("--mine lists what a person can open, in the person's order; for a service account by name", async () => {
  expect(await listed('--mine')).toEqual(['Archive', 'Billing', 'Wiki'])
  const { stdout } = await person(['app', 'list', '--mine', '--json', 'id,label'])
  const rows = JSON.parse(stdout) as { id: string; label: string }[]
  const order = ['Wiki', 'Archive', 'Billing'].map((label) => rows.find((row) => row.label === label)?.id)
  const body = JSON.stringify({ layout: 'grid', favourites: [], order })
  await person(['api', 'PUT', '/portal/launcher/preferences', '--input', '-'], { stdin: body })
  expect(await listed('--mine')).toEqual(['Wiki', 'Archive', 'Billing'])
  const { applications: callable } = JSON.parse(
    (await at.run(['api', 'GET', '/portal/launcher/applications'])).stdout,
  ) as { applications: { label: string }[] }
  expect(await listed('--mine', (argv) => at.run(argv))).toEqual(callable.map(({ label }) => label))
})

describe('an icon', () => {
  const iconOf = async () => {
    const { stdout } = await person(['api', 'GET', '/portal/launcher/applications'])
    const { applications: open } = JSON.parse(stdout) as { applications: { label: string; icon?: string }[] }
    return open.find(({ label }) => label === 'Wiki')?.icon
  }

  test('is set from a file, and removed', async () => {
    writeFileSync(join(at.terminal.folder, 'wiki.png'), makePng(32, 32))
    const set = await at.run(['app', 'icon', 'set', 'Wiki', '--file', join(at.terminal.folder, 'wiki.png')])
    expect(set.stderr).toBe('Wiki has a new icon.\n')
    expect(await iconOf()).toMatch(/^\/api\/portal\/launcher\/icons\/[0-9a-f]{64}$/)
    expect((await at.run(['app', 'icon', 'remove', 'Wiki'])).stderr).toBe('Wiki has no icon now.\n')
    expect(await iconOf()).toBeUndefined()
  })

  test('is set from an address, which the server reads once', async () => {
    const site = await listenLoopback((_, response) => void response.end(makePng(48, 48)))
    const set = await at.run(['app', 'icon', 'set', 'Wiki', '--url', `${site.origin}/wiki.png`])
    await iconOf()
    await site.close()
    expect([set.code, set.stderr]).toEqual([0, 'Wiki has a new icon.\n'])
    expect(await iconOf()).toBeDefined()
    expect(site.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /wiki.png'])
  })

  test.each([
    ['a page', 'This is not a PNG, JPEG or WebP image, or it is damaged.', '<html></html>'],
    ['an image that is too small', 'Each side of an icon must have between', makePng(4, 4)],
  ])('is not %s', async (_, sentence, content) => {
    writeFileSync(join(at.terminal.folder, 'wiki.png'), content)
    const set = await at.run(['app', 'icon', 'set', 'Wiki', '--file', join(at.terminal.folder, 'wiki.png')])
    expect(set.code).toBe(3)
    expect(set.stderr).toContain(sentence)
    expect(await iconOf()).toBeUndefined()
  })

  test('is not set by a person who is not an administrator', async () => {
    writeFileSync(join(at.terminal.folder, 'wiki.png'), makePng(32, 32))
    const icon = ['app', 'icon', 'set', 'Wiki', '--file', join(at.terminal.folder, 'wiki.png')]
    expect((await person(icon)).code).toBe(5)
  })
})

test('an access text is what people of the environment read who cannot open the application', async () => {
  await at.run(['app', 'access-text', 'Vault', 'Ask the back office.'])
  const requestable = async () => {
    const { stdout } = await person(['api', 'GET', '/portal/launcher/notices'])
    return (JSON.parse(stdout) as { requestable: { label: string; text: string }[] }).requestable
  }
  expect(await requestable()).toMatchObject([{ label: 'Vault', text: 'Ask the back office.' }])
  const { stdout } = await at.run(['app', 'list', '--filter', 'label=Vault', '--json', 'icon,accessText'])
  expect(JSON.parse(stdout)).toEqual([{ icon: null, accessText: 'Ask the back office.' }])
  await at.run(['app', 'access-text', 'Vault', '--off'])
  expect(await requestable()).toEqual([])
})

test('--mine is refused for another environment than that of the session, and without one', async () => {
  const elsewhere = await person(['app', 'list', '--mine', '--env', 'Operations'])
  expect([elsewhere.code, elsewhere.stdout, elsewhere.stderr]).toEqual([
    3,
    '',
    'error: Your session works in Production, and only its applications can be listed as yours.\nhint: portico env use Operations\n',
  ])
  const outside = await at.person(['staff'], null)
  expect(await outside(['app', 'list', '--mine'])).toMatchObject({ code: 3, stdout: '' })
})
