import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AdminApi } from './support/admin-api.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation } from './support/server-process.ts'
import { startSimpleSamlPhp, type Peer } from './support/simplesamlphp.ts'

const demo = portalDemo()
const waits = { timeout: 60_000, interval: 200 }
let api: AdminApi
let peer: Peer

/** Debian's SimpleSAMLphp as an application. By its literal address, since Portico calls it: it takes logouts by SOAP. */
beforeAll(async () => {
  api = await demo.api()
  const { tenant } = await api.call<{ tenant: { id: string } }>('GET', '/portal/launcher/principalinfo')
  const ours = `${demo.url}/api/saml/${tenant.id}/metadata`
  peer = await startSimpleSamlPhp(join(demo.folder, 'peer'), '127.0.0.3', { IDP_METADATA: ours, IDP_OF_SP: ours })
  const metadata = join(demo.folder, 'application.xml')
  writeFileSync(metadata, await (await fetch(peer.applicationMetadataUrl)).text())
  const { tenant: slug } = readAutomation(demo.server.dataDir)
  const place = ['--env', 'production', '--data', demo.server.dataDir, '--json']
  const command = ['app', 'register', slug, 'travel', '--saml-metadata', metadata, '--encrypt-assertions', ...place]
  const { code, stdout, stderr } = await runProcess(['node', builtInstallation().server, ...command])
  expect(code, stderr).toBe(0)
  const { config } = JSON.parse(stdout) as { config: { sloSoapUrl: string | null } }
  expect(new URL(config.sloSoapUrl ?? 'http://none.invalid').host).toBe(new URL(peer.applicationUrl).host)
})
afterAll(() => peer?.stop())

async function isSignedIn(page: Page): Promise<boolean> {
  // The application keeps its session by its cookie; a new sign-in would lead away from its address.
  const answer = await page.context().request.get(peer.applicationUrl, { maxRedirects: 0 })
  return answer.status() === 200 && (await answer.text()).includes('ada@acme.example')
}

test('assertions are encrypted; an administrator signs a person out: the application is notified from server to server, and its session is gone', async () => {
  const { page } = await demo.enter()
  const posted: string[] = []
  page.on('request', (request) => posted.push(new URLSearchParams(request.postData() ?? '').get('SAMLResponse') ?? ''))
  await page.goto(peer.applicationUrl)
  await expect.poll(() => page.locator('body').innerText(), waits).toContain('ada@acme.example')
  expect(await isSignedIn(page)).toBe(true)
  const response = Buffer.from(posted.find((one) => one !== '') ?? '', 'base64').toString()
  expect(response).toContain('<saml:EncryptedAssertion>')
  expect(response).not.toContain('ada@acme.example')
  const path = '/portal/admin/people'
  const { people } = await api.call<{ people: { id: string; username: string }[] }>('GET', `${path}?search=ada`)
  const ada = people.find(({ username }) => username === 'ada@acme.example')
  await api.call('POST', `${path}/${ada?.id ?? ''}/sign-out`)
  await expect.poll(() => isSignedIn(page), waits).toBe(false)
}, 180_000)
