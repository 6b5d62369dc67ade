import { afterEach, beforeEach, expect, test } from 'vitest'

import { listenLoopback, type Loopback } from '../../../testing/loopback.ts'
import { openTerminal, type Terminal } from '../../../testing/terminal.ts'

let terminal: Terminal
let server: Loopback
let answer = ''
beforeEach(async () => {
  terminal = openTerminal()
  server = await listenLoopback((_, response) => response.end(answer))
})
afterEach(async () => {
  terminal.remove()
  await server.close()
})

const versions = async (env: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await terminal.run(['version', '--json'], { env })
  return { code, stderr, ...(JSON.parse(stdout) as Record<string, unknown>) }
}

test('without a server it is the version of this program, and nothing is called', async () => {
  expect(await versions()).toMatchObject({ code: 0, stderr: '', server: null, serverVersion: null })
})

test('the server says its version to a person who is not signed in', async () => {
  answer = JSON.stringify({ info: { version: '7.8.9' } })
  const said = await versions({ PORTICO_SERVER: server.origin })
  expect(said).toMatchObject({ code: 0, stderr: '', server: server.origin, serverVersion: '7.8.9' })
  expect(server.received.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
    ['GET', '/api/openapi.json', undefined],
  ])
})

test.each(['', 'null', '[]', '{"info":{"version":7}}', '<html>'])(
  'a server that answers %j leaves a warning and exit 0',
  async (text) => {
    answer = text
    const said = await versions({ PORTICO_SERVER: server.origin })
    expect(said).toMatchObject({ code: 0, serverVersion: null })
    expect(said.stderr).toBe(`warning: ${server.origin} does not say its version.\n`)
  },
)

test('a server that is away leaves a warning that says so, and exit 0', async () => {
  await server.close()
  const said = await versions({ PORTICO_SERVER: server.origin })
  expect(said).toMatchObject({ code: 0, serverVersion: null })
  expect(said.stderr).toMatch(/does not say its version: .*refused/i)
})
