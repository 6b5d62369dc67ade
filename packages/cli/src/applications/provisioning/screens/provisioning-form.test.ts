import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createWords, englishMessages, noProvisioning, type Provisioning } from '@portico/core'
import { hintText } from '../../../app/tui/draw/footer.tsx'
import type { View } from '../../../kit/terminal/app/view.ts'
import { reachableBindings } from '../../../kit/terminal/focus/reachable.ts'
import { providersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

const openUnderTest = providersUnderTest()
const words = createWords('en', englishMessages)

/** The row under the cursor, without the notes above it. */
const spokenRow = (view: View) => view.spoken().find((line) => / of \d+$/.test(line)) ?? ''

it('Enter is offered on rows that it changes or opens, and says on the others that they are only shown', async () => {
  const under = await openUnderTest({})
  const { app, at, layers } = under
  const file = join(at.terminal.folder, 'token')
  writeFileSync(file, 'of-billing')
  const set = ['--url', 'http://127.0.0.1:9/scim', '--token', `@${file}`, '--off']
  expect((await at.run(['provisioning', 'set', '--app', 'Billing', ...set])).code).toBe(0)
  app.go({ view: 'provisioning', environmentId: at.environmentId, app: { ...at.billing, label: 'Billing' } })
  await app.work.settled()

  const offered: Record<string, string | undefined> = {}
  const { view } = app.state.getState()
  for (let row = ''; row !== spokenRow(view); await under.press('form.down')) {
    row = spokenRow(view)
    const hints = hintText(reachableBindings(layers.all()), 200, words)
    offered[row.split(':')[0] ?? ''] = /Enter (\w+)/.exec(hints)?.[1]
    if (offered[row.split(':')[0] ?? ''] === undefined) {
      await under.press('form.edit')
      expect(app.state.getState().notice).toBe('This is only shown.')
    }
  }
  expect(offered).toMatchInlineSnapshot(`
    {
      "Base URL of the SCIM service": "Edit",
      "Bearer token": "Edit",
      "Behind": "Open",
      "Compared": undefined,
      "Groups": undefined,
      "Last sent": undefined,
      "People": undefined,
      "People who lose access": "Edit",
      "Send changes": "Switch",
      "Send email addresses of any domain": "Switch",
      "Send groups too": "Switch",
      "State": undefined,
    }
  `)
})

it('an application that refuses everything is failing, with what it answered and what to check', async () => {
  const { app, at, press } = await openUnderTest({})
  const path = `/api/portal/admin/environments/${at.environmentId}/applications/${at.billing.id}/provisioning`
  const body: Provisioning = {
    ...noProvisioning,
    config: {
      url: 'https://billing.example/scim',
      sendGroups: true,
      anyEmail: false,
      removal: 'deactivate',
      enabled: true,
    },
    refusedKind: 'person',
    people: 3,
    behind: 3,
    comparedAt: '2026-01-31T10:00:00Z',
    lastFailure: { kind: 'status', status: 404, detail: 'no such path' },
  }
  at.before = (request) => (request.path === path ? { status: 200, body } : undefined)
  app.go({ view: 'provisioning', environmentId: at.environmentId, app: { ...at.billing, label: 'Billing' } })
  await app.work.settled()
  const { view } = app.state.getState()
  let said = ''
  for (let row = ''; row !== spokenRow(view); await press('form.down')) {
    row = spokenRow(view)
    said += `${view.spoken().join('\n')}\n`
  }
  expect(said).toMatch(/State: Failing/)
  expect(said).toContain('People do not arrive: the application refuses them. Check the base URL')
  expect(said).toContain('The application answered with status 404: no such path')
})

it('the connection is tested with what is typed, before it is saved; until then it says what is missing', async () => {
  const { app, at, layers, press } = await openUnderTest({})
  app.go({ view: 'provisioning', environmentId: at.environmentId, app: { ...at.billing, label: 'Billing' } })
  await app.work.settled()
  const type = async (text: string) => {
    await press('form.edit')
    const field = layers
      .all()
      .map((layer) => layer.field?.())
      .find((one) => one !== undefined)
    ;(field as unknown as { set(text: string): void }).set(text)
    await press('form.stop')
  }
  await press('provisioning.test')
  expect(app.state.getState().notice).toBe('Enter the base URL and the token first.')
  await type('http://127.0.0.1:9/scim')
  await press('form.down')
  await type('of-billing')
  await press('provisioning.test')
  expect(app.state.getState().dialog?.spoken?.().join(' ')).toContain(
    'The connection does not work: The application could not be reached',
  )
  expect((await at.run(['provisioning', 'show', '--app', 'Billing', '--json'])).stdout).toContain('"none"')
})
