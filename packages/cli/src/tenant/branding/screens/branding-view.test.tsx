import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { getTenantBranding } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { makePng } from '../../../testing/portal-server.ts'
import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import type { Line } from '../../../kit/terminal/fields/line.ts'
import { Shell } from '../../../app/tui/draw/shell.tsx'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let size = { columns: 80, rows: 24 }
let copied: string[] = []
let frame: () => string

beforeEach(async () => {
  size = { columns: 80, rows: 24 }
  copied = []
  under = await openUnderTest({ size: () => size, copy: (text) => void copied.push(text) })
})
afterEach(() => cleanup())

async function draw(): Promise<void> {
  const { app, layers, clock } = under
  app.resize()
  await press('shell.go.branding')
  const { lastFrame } = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  frame = () => lastFrame() ?? ''
  await expect.poll(frame).toContain('Primary colour')
}

async function press(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await under.press(id)
    await under.app.work.settled()
  }
}

function type(text: string): void {
  const field = under.app.state.getState().view.layer.field?.() as Line | undefined
  if (field === undefined) throw new Error(`nothing to type ${text} into`)
  field.set(text)
}

/** The content without the sidebar, in one line. */
const read = () =>
  frame()
    .split('\n')
    .map((line) => line.slice(24).trim())
    .join(' ')
    .replace(/[│\s]+/g, ' ')
const branding = (...argv: string[]) => under.at.run(['branding', ...argv])
const stored = async () => {
  const answer = await under.core.client.call(getTenantBranding)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}

it.each([
  [80, 24],
  [120, 40],
])('in %i columns name, colours and link are set after their changes were shown', async (columns, rows) => {
  size = { columns, rows }
  await draw()
  await press('form.edit')
  type('Acme Works')
  await press('form.next')
  type('#ffd400')
  await press('form.next')
  type('#0A4FA3')
  await press('form.next')
  type('https://acme.example/privacy')
  await press('form.stop')
  expect(under.app.state.getState().view.command()).toBe(
    "portico branding set --name 'Acme Works' --primary-color '#ffd400' --accent-color '#0a4fa3' --privacy-url https://acme.example/privacy",
  )
  await press('form.save')
  await expect.poll(frame).toContain('Save these changes?')
  for (const after of ['Acme Works', '#ffd400', '#0a4fa3', 'https://acme.example/privacy'])
    expect(frame()).toContain(`+ ${after}`)
  expect(await stored()).toMatchObject({ name: null })
  await press('form.save-now')
  await expect.poll(frame).toContain('The branding was saved.')
  expect(await stored()).toMatchObject({
    name: 'Acme Works',
    primaryColor: '#ffd400',
    accentColor: '#0a4fa3',
    privacyPolicyUrl: 'https://acme.example/privacy',
  })
})

it('says what each scheme makes of the primary colour while it is typed', async () => {
  size = { columns: 120, rows: 40 }
  await draw()
  await press('form.down', 'form.edit')
  type('#ffd400')
  await expect
    .poll(read)
    .toMatch(
      /Light: #ffd400 has a contrast of 1\.\d:1 here, and text needs 4\.5:1\. Shown as #[0-9a-f]{6}, with 4\.\d:1\./,
    )
  expect(read()).toMatch(/Dark: #ffd400 is shown as it is/)
  type('#ffd40')
  await press('form.stop')
  expect(read()).not.toContain('Light:')
  expect(read()).toContain('! Enter a colour as # and six hexadecimal digits')
})

it('an accent without a primary colour is not saved, and says why at its field', async () => {
  await draw()
  await press('form.down', 'form.down', 'form.edit')
  type('#0a4fa3')
  await press('form.stop', 'form.save')
  await expect.poll(read).toContain('! An accent colour needs a primary colour.')
  expect(under.app.state.getState().dialog).toBeUndefined()
})

it('shows the logo by its hash and where it is changed, and copies the sign-in address', async () => {
  size = { columns: 120, rows: 40 }
  await draw()
  expect(read()).toContain('You have not uploaded a logo.')
  expect(read()).toContain('The logo is changed in the portal, or with: portico branding set --logo FILE')
  await press('branding.copy-address')
  expect(copied).toEqual([])
  const file = join(under.at.terminal.folder, 'logo.png')
  writeFileSync(file, makePng(64, 64))
  expect(await branding('set', '--logo', file)).toMatchObject({ code: 0 })
  await press('shell.reload', 'form.last', 'form.up')
  const { logo, signInPath } = await stored()
  // In full under the cursor, over two lines.
  await expect.poll(() => read().replaceAll(' ', '')).toContain(`LogoSHA-256${logo?.hash}`)
  await press('form.edit')
  expect(frame()).toContain('This is not changed in this form.')
  await press('branding.copy-address')
  expect(copied).toEqual([`${under.app.origin}${String(signInPath)}`])
})

it('a reset asks first, removes everything and keeps the sign-in address', async () => {
  await branding('set', '--name', 'Acme Works', '--primary-color', '#0a4fa3')
  const { signInPath } = await stored()
  await draw()
  await press('branding.reset')
  await expect.poll(read).toContain('This cannot be undone here: keep the file of the logo.')
  await press('choice.c')
  expect(await stored()).toMatchObject({ name: 'Acme Works' })
  await press('branding.reset', 'choice.r')
  await expect.poll(frame).toContain('The branding was removed.')
  expect(await stored()).toMatchObject({ name: null, primaryColor: null, signInPath })
  await press('branding.reset')
  expect(frame()).toContain('There is no branding to remove.')
})

it('the last row is reached in a low window, and the screen that was changed elsewhere asks', async () => {
  size = { columns: 80, rows: 24 }
  await draw()
  await press('form.last')
  await expect.poll(read).toContain('Your sign-in address')
  await press('form.first', 'form.edit')
  type('Mine')
  await press('form.stop')
  await branding('set', '--name', 'Theirs')
  await press('form.save', 'form.save-now')
  await expect
    .poll(() =>
      under.app.state
        .getState()
        .dialog?.layer.bindings()
        .map(({ id }) => id),
    )
    .toContain('form.read-again')
})

it('a tenant that is locked is only read', async () => {
  under.app.state.setState({ unlocked: new Set() })
  await draw()
  for (const id of ['form.edit', 'form.save', 'branding.reset']) {
    await press(id)
    expect(read(), id).toContain('read-only')
    under.app.say(undefined)
  }
})
