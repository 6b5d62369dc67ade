import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { accessibilityViolations } from './support/accessibility.ts'
import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import { tabTo } from './support/keyboard.ts'
import { readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { enterPassword, enterUsername, openEnvironment, signIn, signOut } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor, withoutAnswers, type VisitorOptions } from './support/visitor.ts'

const folder = temporaryFolder()
let browser: Browser
let demo: ServerProcess

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(builtInstallation(), { dataDir: `${folder.path}/data` })
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

function person(name: string): Person {
  const found = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (found === undefined) throw new Error(`The demo has no person ${name}.`)
  return found
}

async function visit(options?: VisitorOptions) {
  const visitor = await openVisitor(browser, options)
  onTestFinished(() => visitor.close())
  return visitor
}

describe('an administrator', () => {
  test('signs in by username, picks an environment, opens an application in a new tab, and logs out for good', async () => {
    const { page, context, complaints } = await visit()
    await signIn(page, demo.url, person('ada'))
    expect(new URL(page.url()).pathname).toBe('/portal/environments')

    const production = page.getByRole('region', { name: 'Production', exact: true })
    const others = page.getByRole('region', { name: 'Non-production environments' })
    await production.getByRole('button', { name: 'Production' }).waitFor()
    expect(await production.getByRole('button').count()).toBe(1)
    expect(await others.getByRole('button').allInnerTexts()).toEqual([
      expect.stringContaining('Development'),
      expect.stringContaining('Staging'),
    ])
    expect(await page.title()).toMatch(/^Choose an environment \| App Portal \| ./)

    // Chromium answers no debugger while a posted form is on its way, so the page itself notes what it shows meanwhile.
    await page.evaluate(() => {
      const note = () => {
        const busy = [...document.querySelectorAll('button')].find((button) => button.innerText.startsWith('Opening'))
        const waiting = document.querySelectorAll('main button[aria-disabled]').length
        if (busy) sessionStorage.setItem('seen', `${busy.innerText.split('\n')[0]}, ${waiting} waiting`)
      }
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.getByRole('link', { name: 'Privacy policy' }).waitFor()
    await others.getByRole('button', { name: 'Staging' }).click()
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal')
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('Opening Staging, 3 waiting')
    await page.getByRole('button', { name: 'Environment: Staging' }).waitFor()

    const application = page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: 'Billing' })
    await application.waitFor()
    const [opened] = await Promise.all([context.waitForEvent('page'), application.click()])
    await opened.getByRole('heading', { name: 'Billing' }).waitFor()
    expect((await opened.getByRole('definition').allInnerTexts()).slice(0, 2)).toEqual([
      'Acme Industries, Staging',
      'TEST',
    ])
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    expect(new URL(opened.url()).hostname).toBe('127.0.0.2')
    await opened.close()

    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await signOut(page)
    expect(requests).toContain('POST /api/login/signout')
    expect(new URL(page.url()).pathname).toBe('/login/signed-out')
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
    expect(complaints).toEqual([])

    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect((await page.request.get(`${demo.url}/api/portal/launcher`)).status()).toBe(401)
  })

  test('has the Admin tab with its menu, and what it opens', async () => {
    const { page, complaints } = await visit()
    await signIn(page, demo.url, person('ada'))
    await openEnvironment(page, 'Production')
    await page.getByRole('button', { name: 'Admin' }).click()
    await page.getByRole('menuitem', { name: 'Environment Management' }).click()
    await page.getByRole('heading', { name: 'Environment Management' }).waitFor()
    await page.getByRole('link', { name: /^Production/ }).click()
    await page.getByRole('link', { name: 'Service Accounts', exact: true }).click()
    await page.getByRole('cell', { name: 'Invoice importer', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'Stock sync', exact: true }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Environments' }).getByRole('link').count()).toBe(3)
    expect(complaints).toEqual([])
  })

  test('finds an application by typing, opens the first match with Enter, and sees when nothing matches', async () => {
    const { page, context, complaints } = await visit()
    await signIn(page, demo.url, person('ada'))
    await openEnvironment(page, 'Production')
    const filter = page.getByRole('textbox', { name: 'Filter applications' })
    const tiles = page.getByRole('region', { name: 'Applications', exact: true }).getByRole('link')
    await tiles.first().waitFor()
    const all = await tiles.count()
    await filter.fill('led')
    await until('one tile', async () => (await tiles.count()) === 1)
    await page.getByText('1 application · Enter opens General Ledger').waitFor()
    const [opened] = await Promise.all([context.waitForEvent('page'), filter.press('Enter')])
    await opened.getByRole('heading', { name: 'General Ledger' }).waitFor()
    await page.bringToFront()
    await filter.fill('zzz')
    await page.getByText('No application matches “zzz”.').waitFor()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await until('all tiles again', async () => (await tiles.count()) === all)
    expect(complaints).toEqual([])
  })
})

describe('an ordinary person', () => {
  test('sees the applications of their groups only, and no Admin tab', async () => {
    const { page, complaints } = await visit()
    await signIn(page, demo.url, person('chidi'))
    await openEnvironment(page, 'Production')
    const application = (name: string) => page.getByRole('link', { name })
    for (const name of ['Billing', 'Company Wiki', 'General Ledger', 'Payroll']) await application(name).waitFor()
    for (const name of ['Inventory', 'Design Studio']) expect(await application(name).count()).toBe(0)
    await page.getByRole('link', { name: 'Home' }).waitFor()
    expect(await page.getByRole('button', { name: 'Admin' }).count()).toBe(0)
    expect((await page.request.get(`${demo.url}/api/portal/admin/modules`)).status()).toBe(403)
    expect(complaints).toEqual([])
  })

  test('who opens an administrator’s page sees why it is refused', async () => {
    const { page, complaints } = await visit()
    await signIn(page, demo.url, person('chidi'))
    await openEnvironment(page, 'Production')
    await page.goto(`${demo.url}/portal/admin/environment-settings`)
    await page
      .getByRole('heading', { name: "Your company's data security is restricting your access to this." })
      .waitFor()
    expect(page.url()).toContain('/login/unauthorized?error=403')
    expect(withoutAnswers(complaints, 403)).toEqual([])
  })

  test('with one environment needs no picker', async () => {
    const { page, complaints } = await visit()
    await signIn(page, demo.url, person('farah'))
    await page.getByRole('heading', { name: 'Hello, Farah' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal')
    expect(complaints).toEqual([])
  })

  test('of another tenant, whose provider answers by posted form, signs in too', async () => {
    const { page, complaints } = await visit()
    await signIn(page, demo.url, person('ivo'))
    await openEnvironment(page, 'Sandbox')
    await page.getByRole('heading', { name: 'Hello, Ivo' }).waitFor()
    await page.getByRole('button', { name: 'Environment: Sandbox' }).waitFor()
    await page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: 'Company Wiki' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('without groups reads that nothing is open to them, and can log out', async () => {
    const { page, complaints } = await visit()
    await signIn(page, demo.url, person('goran'))
    await page.getByText(/^No environment is open to you yet\. To get access, ask an administrator of /).waitFor()
    await page.goto(`${demo.url}/portal`)
    await page.waitForURL(/\/portal\/environments$/)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('signing in', () => {
  test.each([
    ['', 'Enter the username for your company account'],
    ['   ', 'Enter the username for your company account'],
    ['ada', "That doesn't look like a valid username."],
    ['ada@', "That doesn't look like a valid username."],
    ['\\ada', "That doesn't look like a valid username."],
    ['ada@nowhere.example', 'Check the username assigned by your company.'],
    ['NOWHERE\\ada', 'Check the username assigned by your company.'],
  ])('the username %j is answered by: %s', async (username, sentence) => {
    const { page, complaints } = await visit()
    await enterUsername(page, demo.url, username)
    await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
    const field = page.getByLabel('Username')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(complaints).toEqual([])
  })

  test('with Remember me fills the username in next time, and offers the environments seen last', async () => {
    const { page, complaints } = await visit()
    await page.goto(`${demo.url}/login`)
    expect(await page.getByLabel('Username').inputValue()).toBe('')
    await page.getByLabel('Username').fill('ada@acme.example')
    await page.getByLabel('Remember me').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await enterPassword(page, person('ada'))
    await openEnvironment(page, 'Production')
    await signOut(page)
    await page.getByRole('link', { name: 'Sign in again' }).click()

    expect(await page.getByLabel('Username').inputValue()).toBe('ada@acme.example')
    expect(await page.getByLabel('Remember me').isChecked()).toBe(true)
    const environment = page.getByLabel('Environment')
    expect(await environment.locator('optgroup').getAttribute('label')).toBe('Non-production environments')
    await environment.selectOption('Development')
    await page.getByRole('button', { name: 'Continue' }).click()
    // Logging out ended the session at the provider too; the environment chosen beforehand opens without the picker.
    await enterPassword(page, person('ada'))
    await page.getByRole('button', { name: 'Environment: Development' }).waitFor()

    await signOut(page)
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByLabel('Remember me').uncheck()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/interaction\//)
    await page.goto(`${demo.url}/login`)
    expect(await page.getByLabel('Username').inputValue()).toBe('')
    expect(await page.getByRole('combobox', { name: 'Environment' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('with a wrong password stays at the provider, and the right one still works', async () => {
    const { page, complaints } = await visit()
    await enterUsername(page, demo.url, 'ada@acme.example')
    await enterPassword(page, { ...person('ada'), password: 'wrong' })
    await page.getByRole('alert').getByText('The username or the password is wrong. Try again.').waitFor()
    await enterPassword(page, person('ada'))
    await page.getByRole('heading', { name: 'Choose an environment' }).waitFor()
    expect(withoutAnswers(complaints, 400)).toEqual([])
  })

  test('cancelled at the provider leads to a sentence and back to the login page', async () => {
    const { page, complaints } = await visit()
    await enterUsername(page, demo.url, 'ada@acme.example')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'The identity provider did not sign you in.' }).waitFor()
    expect((await page.request.get(`${demo.url}/api/portal/launcher`)).status()).toBe(401)
    await page.getByRole('link', { name: 'Go to Login Page' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('is required to open a page of the portal from outside', async () => {
    for (const path of ['/portal', '/portal/environments', '/portal/admin/environment-settings', '/nowhere']) {
      const { page, complaints } = await visit()
      await page.goto(`${demo.url}${path}`)
      await page.waitForURL(/\/login\/?(\?returnPath=%2Fportal%2Fadmin%2Fenvironment-settings)?$/)
      await page.getByLabel('Username').waitFor()
      expect(withoutAnswers(complaints, 401)).toEqual([])
    }
  })
})

describe('addresses', () => {
  test('an unknown path goes to the launcher and leaves no entry in the history', async () => {
    const { page, complaints } = await visit()
    await signIn(page, demo.url, person('ada'))
    await openEnvironment(page, 'Production')
    await page.goto(`${demo.url}/login/signed-out`)
    const before = await page.evaluate(() => history.length)
    await page.goto(`${demo.url}/portal/no/such/page`)
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal')
    await page.getByText('There is no page at /portal/no/such/page.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
    await page.reload()
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    await page.goto(`${demo.url}/portal/`)
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor()
    expect(await page.getByText('There is no page').count()).toBe(0)
    expect(await page.evaluate(() => history.length)).toBe(before + 2)
    await page.goBack()
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/login/signed-out')
    expect(complaints).toEqual([])
  })

  test('markup in the address of the error screen is not shown', async () => {
    const { page, complaints } = await visit()
    const action = '<script>window.stolen=1</script><img src=x onerror=window.stolen=1>'
    await page.goto(`${demo.url}/login/unauthorized?error=403&action=${encodeURIComponent(action)}`)
    await page
      .getByRole('heading', { name: "Your company's data security is restricting your access to this." })
      .waitFor()
    expect(await page.getByText(action, { exact: true }).count()).toBe(0)
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test.each([
    ['401', 'We need you to sign in before viewing this.', 'Go to Login Page'],
    ['500', 'Something went wrong on the system.', 'Go Back'],
    ['UNEXPECTED', "Sorry, we didn't expect that.", 'Go to Login Page'],
    ['IDP_ERROR', 'Your identity provider did not complete the sign-in.', 'Go to Login Page'],
    ['AUTH-001001', 'We could not sign you in with that username.', 'Go to Login Page'],
    ['CONFIG_TOKEN_ERROR', 'Unauthenticated', 'Go to Login Page'],
    ['__proto__', "Sorry, we didn't expect that.", 'Go to Login Page'],
  ])('the error %s says: %s', async (error, title, way) => {
    const { page, complaints } = await visit()
    await page.goto(`${demo.url}/login/unauthorized?error=${error}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole(way === 'Go Back' ? 'button' : 'link', { name: way }).waitFor()
    expect(complaints).toEqual([])
  })
})

test('everything from signing in to logging out works without a mouse', async () => {
  const { page, context, complaints } = await visit()
  await page.goto(`${demo.url}/login`)
  await page.getByLabel('Username').waitFor()
  await page.keyboard.type('ada@acme.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password').waitFor()
  await page.keyboard.type(person('ada').password)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Production' }))
  await page.keyboard.press('Enter')

  const filter = page.getByRole('textbox', { name: 'Filter applications' })
  await page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: 'Billing' }).waitFor()
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await tabTo(page, page.getByRole('button', { name: 'Admin' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Environment Management' }).waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, filter)
  await page.keyboard.type('billing')
  await page.getByText('Enter opens Billing').waitFor()
  const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
  await opened.getByRole('heading', { name: 'Billing' }).waitFor()
  await opened.close()
  await page.keyboard.press('ArrowDown')
  await until('focus on the tile', () =>
    page
      .getByRole('region', { name: 'Applications' })
      .getByRole('link', { name: 'Billing' })
      .evaluate((element) => element === document.activeElement),
  )

  await page.reload()
  await tabTo(page, page.getByRole('button', { name: 'Account menu' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Switch environment' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  expect(complaints).toEqual([])
})
