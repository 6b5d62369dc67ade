import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor } from './support/visitor.ts'

type Message = { readonly id: string; readonly time: string; readonly signature: string; readonly body: string }

const folder = temporaryFolder()
const got: Message[] = []
let browser: Browser
let demo: ServerProcess
let receiver: Server
let status = 204

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: join(folder.path, 'data') })
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const header = (name: string) => String(request.headers[`webhook-${name}`])
      got.push({ id: header('id'), time: header('timestamp'), signature: header('signature'), body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  receiver?.close()
  folder.remove()
})

/** By `whsec_…`, as a receiver verifies. */
function isSigned({ id, time, signature, body }: Message, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return signature
    .split(' ')
    .includes(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`)
}

test('an administrator adds a webhook on the Security tab, tests it and sees what the receiver answers', async () => {
  const visitor = await openVisitor(browser)
  const { page } = visitor
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await signIn(page, demo.url, ada)
  await openEnvironment(page, 'Production')
  await page.goto(`${demo.url}/portal/admin/global-settings/security-settings/webhooks`)
  const section = page.getByRole('region', { name: 'Webhooks' })
  await section.getByText('There is no webhook yet.').waitFor()
  await section.getByRole('textbox', { name: 'URL' }).fill('https://10.0.0.1/')
  await section.getByRole('button', { name: 'Add webhook' }).click()
  await section.getByText('private network').waitFor()
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await section.getByRole('textbox', { name: 'URL' }).fill(url)
  await section.getByRole('button', { name: 'Add webhook' }).click()
  await section.getByText('it is not shown again').waitFor()
  const secret = await section.getByRole('alert').locator('code').innerText()
  expect(await accessibilityViolations(page)).toEqual([])

  await expect.poll(() => got.some(({ body }) => body.includes('webhook.create')), { timeout: 60_000 }).toBe(true)
  expect(got.every((one) => isSigned(one, secret))).toBe(true)
  await section.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(secret)

  await section.getByRole('button', { name: `Send test: ${url}` }).click()
  await page.getByText('The receiver accepted the test.').waitFor()
  status = 500
  await section.getByRole('button', { name: `Send test: ${url}` }).click()
  await page.getByText('The receiver answered with status 500.').first().waitFor()
  await section.getByRole('button', { name: `Switch off: ${url}` }).click()
  await section.getByText('Off', { exact: true }).waitFor()
  await section.getByRole('button', { name: `Delete: ${url}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await section.getByText('There is no webhook yet.').waitFor()
  await visitor.close()
})
