import { createWords, englishMessages } from '@portico/core/contract'
import { serviceAccountCases, type Case } from '@portico/core/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openCreation, openKey, openServiceAccounts } from './support/account-form.ts'
import { launchBrowser } from './support/browser.ts'
import { makeCertificate } from './support/certificate.ts'
import { builtInstallation } from './support/installation.ts'
import { readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { enterPortal } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

// The table of cases that also tests core's form, the terminal's form and the server's routes, here in Chromium.
const words = createWords('en', englishMessages)
const folder = temporaryFolder()
const first = makeCertificate(folder.path, 'first')
const second = makeCertificate(folder.path, 'second')
let browser: Browser
let demo: ServerProcess
let visitor: Visitor
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: folder.path + '/data' })
  visitor = await openVisitor(browser)
  page = visitor.page
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  await enterPortal(page, demo.url, ada, 'Production')
  await openServiceAccounts(page, 'Staging')
  await openCreation(page)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

const name = () => page.getByRole('textbox', { name: 'Name', exact: true })
const key = (slot: 1 | 2) => page.getByRole('group', { name: `Public key ${slot}` }).getByRole('textbox')
const save = () => page.getByRole('button', { name: 'Save', exact: true })

/** A one-line field drops line ends, and the list of algorithms has only RSA: no person can type such values. */
function canBeTyped({ values }: Case): boolean {
  return (
    !/[\n\p{Cs}]/u.test(values.name ?? '') && values.key1Algorithm === undefined && values.key2Algorithm === undefined
  )
}

const cases = serviceAccountCases(first.publicPem, second.publicPem).filter(canBeTyped)

describe('every rule of the one table holds in the browser', () => {
  beforeEach(async () => {
    await name().waitFor()
    await openKey(page, 2)
    // Each field is focused and left, so that its violation is shown.
    for (const field of [name(), key(1), key(2)]) {
      await field.fill('x')
      await field.fill('')
      await field.blur()
    }
  })

  test.each(cases.map((one) => [one.what, one] as const))('%s', async (_, { values, violations }) => {
    await name().fill(values.name ?? '')
    await key(1).fill(values.key1 ?? '')
    await key(2).fill(values.key2 ?? '')
    await key(2).blur()
    expect(await save().isEnabled()).toBe(Object.keys(violations).length === 0)
    for (const errorID of Object.values(violations))
      await page
        .getByText(words.find(errorID) ?? errorID)
        .first()
        .waitFor()
  })

  test('there are cases of both kinds', () => {
    expect(cases.filter(({ violations }) => Object.keys(violations).length === 0).length).toBeGreaterThan(4)
    expect(cases.filter(({ violations }) => Object.keys(violations).length > 0).length).toBeGreaterThan(8)
  })
})

test('a space between words can be typed, letter by letter', async () => {
  await name().fill('')
  await name().pressSequentially('two words')
  expect(await name().inputValue()).toBe('two words')
})
