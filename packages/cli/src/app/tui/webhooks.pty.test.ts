import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()
let receiver: Server
let url = ''

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => void receiver.close())

it.each([
  [80, 24],
  [120, 40],
])(
  'in %i columns a webhook is added, shows its secret once, is tested, and deleted by its host',
  async (columns, rows) => {
    const { at } = list.under
    const pty = await list.openLoaded({ columns, rows })
    pty.write(':webhook\r')
    await pty.until('There is no webhook yet.')
    pty.write('c')
    await pty.until(/read-only until\s+you\s+type/)
    pty.write(':write\r')
    await pty.until('ALL ENVIRONMENTS WRITE')
    pty.write('c')
    await pty.until(/Webhooks › New/)
    pty.write(`${url}\u001b[27us`)
    await pty.until(/Add this webhook\?[^]*\+ http:\/\/127/)
    pty.write('\r')
    const once = await pty.until(/not shown again[^]*whsec_/)
    const secret = /whsec_[\w+/=]+/.exec(once)?.[0] ?? ''
    expect(secret).toHaveLength('whsec_'.length + 44)
    pty.write('\u001b[27u')
    await pty.until((text) => !text.includes('whsec_') && text.includes('127.0.0.1:'))
    pty.write('t')
    await pty.until('The receiver accepted the test.')
    pty.write('?')
    await pty.until(/Keys[^]*Send test/)
    pty.write('\u001b[27ud')
    await pty.until('to confirm')
    pty.write(`${new URL(url).host}\r`)
    await pty.until(/There is no webhook yet\.[^]*The webhook was deleted\./)
    expect((await at.run(['webhook', 'list'])).stdout).toBe('')
  },
)
