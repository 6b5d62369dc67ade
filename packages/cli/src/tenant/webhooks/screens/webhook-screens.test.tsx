import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createWebhook, listWebhooks, webhookState } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import type { Line } from '../../../kit/terminal/fields/line.ts'
import { Shell } from '../../../app/tui/draw/shell.tsx'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let receiver: Server
let url = ''
let status = 204
let size = { columns: 80, rows: 24 }
let copied: string[] = []
let frame: () => string

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => void receiver.close())
beforeEach(async () => {
  status = 204
  size = { columns: 80, rows: 24 }
  copied = []
  under = await openUnderTest({ size: () => size, copy: (text) => void copied.push(text) })
})
afterEach(() => cleanup())

async function draw(): Promise<void> {
  const { app, layers, clock } = under
  app.resize()
  await press('shell.go.webhook')
  const { lastFrame } = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  frame = () => lastFrame() ?? ''
}

async function press(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await under.press(id)
    await under.app.work.settled()
  }
}

function type(text: string): void {
  const { view, dialog } = under.app.state.getState()
  const field = (dialog?.layer ?? view.layer).field?.() as Line | undefined
  if (field === undefined) throw new Error(`nothing to type ${text} into`)
  field.set(text)
}

const created = async (actions: string[] = []) => {
  const made = await under.core.client.call(createWebhook, { body: { url, events: ['audit'], actions } })
  if (!made.ok) throw new Error(JSON.stringify(made.problem))
}
const stored = async () => {
  const listed = await under.core.client.call(listWebhooks)
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem))
  const [row] = listed.value.webhooks
  return row && { ...row, state: webhookState(row) }
}
const host = () => new URL(url).host

it.each([
  [80, 24],
  [120, 40],
])(
  'in %i columns a webhook is added after its values were shown, and its secret is shown once',
  async (columns, rows) => {
    size = { columns, rows }
    await draw()
    await expect.poll(frame).toContain('There is no webhook yet.')
    await press('webhook.create')
    type(url)
    await press('form.stop', 'form.save')
    await expect.poll(frame).toContain('Add this webhook?')
    expect(frame()).toContain(`+ ${url}`)
    expect(frame()).toContain('+ Audit log')
    await press('form.save-now')
    await expect.poll(frame).toContain('it is not shown again')
    const secret = /whsec_\S+/.exec(frame())?.[0]
    expect(secret?.length).toBeGreaterThan(40)
    await press('webhook.copy')
    expect(copied).toEqual([secret])
    expect(frame()).toContain('Copied: Secret')
    await press('text.close')
    await expect.poll(frame).toMatch(/127\.0\.0\.1:\d+.* on /)
    expect(frame()).not.toContain('whsec_')
    expect(frame().replace(/\s+/g, ' ')).toMatch(/On · .* · Nothing delivered/)
    expect(await stored()).toMatchObject({ url, events: ['audit'], state: 'on' })
  },
)

it('the list says why nothing arrives and when it is tried again, in columns where there is room', async () => {
  await created()
  const row = await stored()
  under.at.before = ({ path, method }) =>
    method === 'GET' && path === '/api/portal/admin/webhooks'
      ? {
          status: 200,
          body: {
            webhooks: [
              {
                ...row,
                pausedReason: null,
                enabled: true,
                backlog: 12,
                lastDeliveredAt: new Date(Date.now() - 7_200_000).toISOString(),
                nextAttemptAt: new Date(Date.now() + 300_000).toISOString(),
                failedAttempts: 3,
                failingSince: new Date(Date.now() - 3_600_000).toISOString(),
                lastFailure: { kind: 'status', status: 503 },
              },
            ],
          },
        }
      : undefined
  size = { columns: 200, rows: 40 }
  await draw()
  await expect
    .poll(frame)
    .toMatch(/127\.0\.0\.1:\d+\/hook +retrying +12 +2h +in \d+\w +The receiver answered with status 503\./)
  cleanup()
  size = { columns: 80, rows: 24 }
  await draw()
  await expect.poll(frame).toMatch(/127\.0\.0\.1:\d+\S* +retrying +12/)
  expect(frame()).toContain('Trying again · The receiver answered')
  await press('webhook.edit')
  await expect.poll(frame).toContain('The receiver answered with status 503.')
  expect(frame()).toContain('12 rows are waiting.')
  expect(frame()).toMatch(/Next attempt: 20\d\d/)
})

it('the form changes kinds, actions and whether it is on, after showing the changes', async () => {
  await created(['session'])
  await draw()
  await press('webhook.edit')
  await expect.poll(frame).toContain(`Webhooks › ${host()}`)
  await press('form.down', 'form.down', 'form.edit', 'form.down', 'form.edit')
  type('session, role')
  await press('form.stop', 'form.down', 'form.edit', 'form.save')
  await expect.poll(frame).toContain('+ Notices about what expires')
  expect(frame()).toContain('+ role')
  expect(frame()).toContain('+ Off')
  expect(under.app.state.getState().view.command()).toMatch(
    /^portico webhook update \S+ --events audit,notices --action session --action role --off$/,
  )
  await press('form.save-now')
  await expect.poll(frame).toContain('The webhook was changed.')
  expect(await stored()).toMatchObject({ events: ['audit', 'notices'], actions: ['session', 'role'], state: 'off' })
})

it('an address that cannot be used is not saved, and its reason is shown at the field', async () => {
  await draw()
  await press('webhook.create')
  type('siem.example')
  await press('form.stop', 'form.save')
  expect(frame()).toContain('! Enter an address that begins with https://')
  await press('form.edit')
  type('https://10.0.0.1')
  await press('form.stop', 'form.save', 'form.save-now')
  await expect.poll(frame).toContain('private network')
  expect(await stored()).toBeUndefined()
})

it('a webhook is tested, switched off, and gets a new secret after a question', async () => {
  await created()
  await draw()
  await press('webhook.test')
  await expect.poll(frame).toContain('The receiver accepted the test.')
  status = 500
  await press('webhook.test')
  await expect.poll(frame).toContain('The receiver answered with status 500.')
  await press('webhook.turn')
  await expect.poll(frame).toContain(' off ')
  await press('webhook.rotate')
  await expect
    .poll(() => frame().replace(/[│\s]+/g, ' '))
    .toMatch(/Messages are also signed with the .*old one for 24 hours\./)
  // What Enter does: the first choice.
  await press('choice.n')
  expect((await stored())?.previousSecretUntil).toBeNull()
  await press('webhook.rotate', 'choice.y')
  await expect.poll(frame).toMatch(/whsec_\S+/)
  await press('text.close')
  expect(frame()).not.toContain('whsec_')
  expect((await stored())?.previousSecretUntil).toEqual(expect.any(String))
})

it('a webhook is deleted once its host was typed', async () => {
  await created()
  await draw()
  await press('webhook.delete')
  type('127.0.0.1')
  await press('typed.confirm')
  expect(await stored()).toBeDefined()
  type(host())
  await press('typed.confirm')
  await expect.poll(frame).toContain('The webhook was deleted.')
  expect(frame()).toContain('There is no webhook yet.')
  expect(await stored()).toBeUndefined()
})

it('a webhook that is saved on leaving its form shows its secret before the screen changes', async () => {
  await draw()
  await press('webhook.create')
  type(url)
  await press('form.stop', 'shell.go.environment')
  await under.app.core.leaveBlocker.answer('save')
  await expect.poll(frame).toMatch(/whsec_\S+/)
  await press('text.close')
  expect(under.app.place()).toEqual({ view: 'webhooks' })
})

it('a tenant that is locked is only read', async () => {
  await created()
  under.app.state.setState({ unlocked: new Set() })
  await draw()
  for (const id of ['webhook.create', 'webhook.test', 'webhook.turn', 'webhook.rotate', 'webhook.delete']) {
    await press(id)
    expect(frame(), id).toContain(':write')
    under.app.say(undefined)
  }
})
