import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { writeOwn } from '../../testing/keys.ts'
import { openTerminal, type Terminal } from '../../testing/terminal.ts'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.remove())

const file = () => join(terminal.folder, '.config/portico/config.json')
const write = (content: object) => {
  mkdirSync(join(terminal.folder, '.config/portico'), { recursive: true })
  writeOwn(terminal.folder, '.config/portico/config.json', JSON.stringify(content))
}
const get = async (key: string, env = {}, ...flags: string[]) =>
  (await terminal.run(['config', 'get', key, ...flags], { env })).stdout.trim()

test('the order is flag, environment, project, profile, default', async () => {
  expect(await get('profile')).toBe('default')
  await terminal.run(['config', 'set', 'server', 'https://profile.example'])
  expect(await get('server')).toBe('https://profile.example')
  writeOwn(terminal.folder, '.portico.json', '{"server":"https://project.example"}')
  expect(await get('server')).toBe('https://project.example')
  const env = { PORTICO_SERVER: 'https://variable.example/' }
  expect(await get('server', env)).toBe('https://variable.example')
  expect(await get('server', env, '--server', 'https://flag.example')).toBe('https://flag.example')
  const explained = await terminal.run(['config', 'explain', 'server', '--json', 'source,used'], { env })
  expect(JSON.parse(explained.stdout)).toEqual([
    { source: 'environment', used: true },
    { source: 'project', used: false },
    { source: 'profile', used: false },
  ])
})

test('a change of what the terminal UI reads at its start says that an open one is to be started again', async () => {
  const { code, stderr } = await terminal.run(['config', 'set', 'hotkeys', 'f2=tree'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('when it is started again')])
  expect((await terminal.run(['config', 'set', 'server', 'https://a.example'])).stderr).not.toContain('started again')
})

test('only their owner can read files and folders', async () => {
  await terminal.run(['config', 'set', 'output', 'json'])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(statSync(join(terminal.folder, '.config/portico')).mode & 0o777).toBe(0o700)
})

test.each(['{"profiles":', '[]', '{"profiles":{"default":{"server":7}}}'])(
  'a damaged file (%s) is named in a sentence, and not overwritten',
  async (text) => {
    mkdirSync(join(terminal.folder, '.config/portico'), { recursive: true })
    writeOwn(terminal.folder, '.config/portico/config.json', text)
    const { code, stderr } = await terminal.run(['config', 'set', 'output', 'json'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: .*config\.json is damaged/)
    expect(stderr).not.toContain(' at ')
    expect(readFileSync(file(), 'utf8')).toBe(text)
  },
)

describe.each([
  ['mouse', 'PORTICO_MOUSE', 'maybe', 'mouse is one of true, false.'],
  ['theme', 'PORTICO_THEME', 'pink', 'theme is one of auto, light, dark.'],
  ['refresh', 'PORTICO_REFRESH', '-1', 'refresh is a number of seconds from 0 to 3600.'],
])('a wrong value of %s', (key, variable, wrong, rule) => {
  test.each(['variable', 'file'])('in the %s is reported in one sentence that names where it is', async (where) => {
    if (where === 'file') write({ general: { [key]: wrong } })
    const env = where === 'variable' ? { [variable]: wrong } : {}
    const { code, stderr } = await terminal.run(['config', 'get', key], { env })
    expect(code).toBe(3)
    expect(stderr).toBe(`error: ${rule} ${where === 'file' ? file() : variable} says "${wrong}".\n`)
  })

  test('as a flag of the terminal UI is reported before anything is drawn or asked', async () => {
    const { code, stderr, stdout } = await terminal.run(['tui', `--${key}=${wrong}`], { isTTY: true })
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain(`${rule} --${key} says "${wrong}".`)
  })

  test('in the file is replaced by config set, and removed by config unset', async () => {
    write({ general: { [key]: wrong } })
    const right = { mouse: 'false', theme: 'dark', refresh: '30' }[key] ?? ''
    expect(await terminal.run(['config', 'set', key, right])).toMatchObject({ code: 0 })
    expect(await get(key)).toBe(right)
    write({ general: { [key]: wrong } })
    expect(await terminal.run(['config', 'unset', key])).toMatchObject({ code: 0 })
  })
})

test('a number in the file is read as its text', async () => {
  write({ general: { refresh: 30, mouse: false } })
  expect([await get('refresh'), await get('mouse')]).toEqual(['30', 'false'])
})

test.each(['keyFile', 'serviceAccount', 'insecureHttp', 'token'])('a project file must not contain %s', async (key) => {
  writeOwn(terminal.folder, '.portico.json', JSON.stringify({ [key]: 'true' }))
  const { code, stderr } = await terminal.run(['config', 'list'])
  expect(code).toBe(64)
  expect(stderr).toContain(`but not ${key}`)
})

test.each([
  ['server', 'portal.example.com', 3],
  ['server', 'https://user:pw@portal.example.com', 3],
  ['server', 'https://portal.example.com/path', 3],
  ['output', 'xml', 3],
  ['profile', '../etc', 3],
  ['sever', 'https://a.example', 64],
])('config set %s %s is exit %i', async (key, value, code) => {
  expect((await terminal.run(['config', 'set', key, value])).code).toBe(code)
})

test('unset takes a setting back; what is not set is exit 6', async () => {
  await terminal.run(['config', 'set', 'output', 'json'])
  expect((await terminal.run(['config', 'unset', 'output'])).code).toBe(0)
  expect((await terminal.run(['config', 'unset', 'output'])).code).toBe(6)
  expect((await terminal.run(['config', 'get', 'output'])).code).toBe(6)
})

describe('profiles', () => {
  beforeEach(async () => {
    await terminal.run(['config', 'set', 'server', 'https://a.example', '--profile', 'a'])
    await terminal.run(['config', 'set', 'server', 'https://b.example', '--profile', 'b'])
  })

  test('use switches between them', async () => {
    expect((await terminal.run(['profile', 'use', 'b'])).code).toBe(0)
    expect(await get('server')).toBe('https://b.example')
    expect((await terminal.run(['profile', 'use', 'c'])).code).toBe(6)
    const list = await terminal.run(['profile', 'list', '--filter', 'current=true', '-o', 'name'])
    expect(list.stdout).toBe('b\n')
  })

  test('delete asks, and No is the default', async () => {
    expect((await terminal.run(['profile', 'delete', 'a'])).code).toBe(2)
    expect((await terminal.run(['profile', 'delete', 'a'], { isTTY: true, typed: '' })).code).toBe(2)
    expect((await terminal.run(['profile', 'delete', 'a'], { isTTY: true, typed: 'y' })).code).toBe(0)
    expect((await terminal.run(['profile', 'delete', 'b', '-y'])).code).toBe(0)
    expect((await terminal.run(['profile', 'list', '--json'])).stdout).toBe('[]\n')
  })
})
