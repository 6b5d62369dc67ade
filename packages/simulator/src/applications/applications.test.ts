import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Simulator, startSimulator } from '../index.ts'
import { directory } from '../testing/azure.ts'
import { acme, keepLog, simulatorConfig } from '../testing/fixture.ts'
import { samlConfig } from '../testing/saml.ts'

let simulator: Simulator
beforeAll(async () => {
  const providers = [acme(), directory(), samlConfig({ flavour: 'adfs' })]
  simulator = await startSimulator(simulatorConfig({ providers }), keepLog())
})
afterAll(() => simulator.stop())

test('a launched application names itself and the environment, as text', async () => {
  const answer = await fetch(`${simulator.url}/apps/crm?environment=${encodeURIComponent('<b>Prod</b>')}&type=PROD`)
  const page = await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page).toContain('Customers &#38; Orders')
  expect(page).toContain('&#60;b&#62;Prod&#60;/b&#62;')
  expect(page).toContain('<dd>PROD</dd>')
  expect(page).toContain('not registered for single sign-on')
})

test('without an environment it says so', async () => {
  expect(await (await fetch(`${simulator.url}/apps/crm`)).text()).toContain('none named')
})

test('an application that does not exist is 404', async () => {
  const answer = await fetch(`${simulator.url}/apps/nothing`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('No such application')
})

test('the first page lists providers and applications', async () => {
  const page = await (await fetch(simulator.url)).text()
  for (const id of ['acme', 'entra2', 'plain']) {
    expect(page).toContain(simulator.issuer(id))
    expect(page).toContain(simulator.startHere(id))
  }
  for (const kind of ['OpenID Connect', 'Microsoft Entra ID', 'SAML']) expect(page).toContain(`<h3>${kind}</h3>`)
  expect(page).toContain('href="/apps/crm"')
})
