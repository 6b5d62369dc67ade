import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { portalDemo } from './support/portal-demo.ts'
import { openProviders, readIn } from './support/provider-form.ts'
import type { Visitor } from './support/visitor.ts'

const demo = portalDemo()
let visitor: Visitor
beforeEach(async () => {
  visitor = await demo.enter()
})

const entity = (id: number) =>
  `<md:EntityDescriptor entityID="https://idp-${id}.example"><md:Extensions><mdui:UIInfo><mdui:DisplayName xml:lang="en">University ${id}</mdui:DisplayName>` +
  `<mdui:DisplayName xml:lang="de">Universität ${id}</mdui:DisplayName></mdui:UIInfo></md:Extensions>` +
  `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp-${id}.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`
const federation =
  '<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui">' +
  `${Array.from({ length: 3000 }, (_, id) => entity(id)).join('\n')}</md:EntitiesDescriptor>`

test('one provider of a federation is found by search, in a file and at an address, only by keyboard', async () => {
  const { page } = visitor
  const file = join(demo.folder, 'federation.xml')
  writeFileSync(file, federation)
  const http = createServer((_, response) => response.end(federation))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  onTestFinished(() => http.closeAllConnections())
  onTestFinished(() => void http.close())
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/metadata`

  await openProviders(page)
  await page.getByRole('link', { name: 'Add identity provider' }).click()
  await page.getByRole('radio', { name: /^SAML 2\.0/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  const search = page.getByRole('textbox', { name: 'Search by name or entity ID' })
  const entityId = page.getByRole('textbox', { name: /^Entity ID/ })
  const read = {
    file: () => page.locator('input[type=file][accept*=json]').setInputFiles(file),
    address: () => readIn(page, address),
  }
  for (const [from, text, id] of [
    ['file', 'universität 2718', 2718],
    ['address', 'IDP-1618', 1618],
  ] as const) {
    await read[from]()
    await page.getByText('The document describes 3,000 identity providers.').waitFor()
    await page.getByText('50 of 3,000 identity providers.').waitFor()
    await search.focus()
    await page.keyboard.type(text)
    await page.getByText('1 identity provider matches.').waitFor()
    while ((await page.locator(':focus').innerText()) !== 'Take this one') await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => entityId.inputValue()).toBe(`https://idp-${id}.example`)
  }
})
