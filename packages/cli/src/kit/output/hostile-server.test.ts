import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { keyPair, writeOwn } from '../../testing/keys.ts'
import { openTerminal, type Terminal } from '../../testing/terminal.ts'

const clearScreen = '\u001b[2J'
let server: Server
let terminal: Terminal
let origin = ''

beforeAll(async () => {
  server = createServer((_request, response) => {
    const issuer = `https://elsewhere.example/${clearScreen}\u009b31m`
    response.setHeader('X-Request-Id', '\u009b31m')
    response.end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  terminal = openTerminal()
  writeOwn(terminal.folder, 'robot.pem', keyPair(0).privatePem)
})
afterAll(async () => {
  terminal.remove()
  await new Promise((resolve) => server.close(resolve))
})

test.each([[[]], [['--debug']]])('what a server says reaches no terminal as a command to it, with %j', async (more) => {
  const env = { PORTICO_SERVER: origin, PORTICO_SERVICE_ACCOUNT: 'robot-1', PORTICO_KEY_FILE: 'robot.pem' }
  const { code, stdout, stderr } = await terminal.run(['whoami', ...more], { env, isTTY: true })
  expect(code).not.toBe(0)
  expect(stderr).toContain('elsewhere.example')
  // Only our colour of the word "error:" is allowed.
  const ours = new RegExp(`${'\u001b'}\\[(?:31|39|0)m`, 'g')
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  expect((stdout + stderr).replace(ours, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
})
