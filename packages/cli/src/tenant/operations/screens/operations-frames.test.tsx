import { listOperatedTenants, apiPrefix, type HttpPort, type OperatedTenant } from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterEach, expect, it } from 'vitest'

import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import type { Line } from '../../../kit/terminal/fields/line.ts'
import { Shell } from '../../../app/tui/draw/shell.tsx'
import { openAppUnderTest, type AppUnderTestOptions } from '../../../app/tui/testing/app-under-test.ts'

afterEach(() => cleanup())

const acme: OperatedTenant = {
  id: '01a2080e-fb3f-79eb-9cd7-6822d93711c1',
  slug: 'acme',
  name: 'Acme Industries',
  vendor: false,
  createdAt: '2026-01-05T08:00:00Z',
  environments: [{ id: 'e', name: 'Production', type: 'PROD' }],
  environmentCount: 1,
  people: 12,
  allowProsAccess: true,
  allowProsChange: false,
  supportSessions: 1,
  deactivated: true,
  deactivatedMessage: 'Moving until Monday.',
  banner: null,
  providers: [
    { id: 'p', name: 'Main', type: 'OIDC', primary: true, enabled: true, lastSignInAt: null, failedSince: 4 },
  ],
  providerCount: 1,
  expiries: [{ what: 'certificate1', provider: 'Main', at: '2026-11-20T00:00:00Z', daysLeft: -1, expired: true }],
}

/** A server of one tenant, and what was sent to enter it. */
function serverOf(tenant: OperatedTenant, entered: string[] = []): HttpPort {
  return {
    cookie: () => undefined,
    send({ path, method, body }) {
      if (method === 'POST') entered.push(`${path} ${typeof body === 'string' ? body : ''}`)
      return Promise.resolve({
        status: path.startsWith(apiPrefix + listOperatedTenants.path) ? 200 : 404,
        statusText: '',
        header: () => undefined,
        text: () => Promise.resolve(JSON.stringify({ tenants: [tenant], next: null, previous: null, total: 1 })),
      })
    },
  }
}

function draw(columns: number, rows: number, portalRoles: readonly string[], more: AppUnderTestOptions = {}) {
  const ports = { http: serverOf(acme), size: () => ({ columns, rows }), ...more }
  const { app, core, layers, clock, press } = openAppUnderTest(ports)
  core.launcher.setState({ principal: { name: 'Kofi', tenant: { id: 'v', name: 'Vendor' }, portalRoles } as never })
  const drawn = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  return { app, press, frame: () => drawn.lastFrame() ?? '' }
}

it.each([
  [80, 24],
  [120, 40],
])('at %i columns support sees the tenants, and one of them with what is wrong', async (columns, rows) => {
  const { app, press, frame } = draw(columns, rows, ['support'])
  await press('shell.go.operations')
  await expect.poll(frame).toMatch(/Acme Industries +.*deactivated +Failing/)
  expect(frame()).toContain('O Operations')
  await press('operations.open')
  await app.work.settled()
  await expect.poll(frame).toContain('Deactivated: Moving until Monday.')
  // Without the sidebar, whose entries are on the same lines.
  const text = frame()
    .split('\n')
    .map((line) => line.slice(24))
    .join(' ')
  expect(text.replace(/\s+/g, ' ')).toContain('4 attempts failed since')
  expect(app.state.getState().view.command()).toBe('portico operations show acme')
  expect(app.state.getState().view.webPath()).toBe('/operations/acme')
})

it('people without the Support role have no entry that leads there', () => {
  expect(draw(100, 24, ['security-admin']).frame()).not.toContain('Operations')
})

it('Enter on a tenant enters it with a reason, and the terminal UI begins again; without its permission it says why', async () => {
  const entered: string[] = []
  let restarts = 0
  const open = { ...acme, deactivated: false }
  const ports = { http: serverOf(open, entered), restart: () => void (restarts += 1) }
  const { app, press, frame } = draw(120, 40, ['support'], ports)
  app.go({ view: 'operated-tenant', slug: 'acme' })
  await app.work.settled()
  await press('operated-tenant.enter')
  await expect.poll(frame).toContain('Enter Acme Industries')
  await press('typed.confirm')
  expect([entered, restarts]).toEqual([[], 0])
  const line = app.state.getState().dialog?.layer.field?.() as Line | undefined
  line?.set('Case 4711')
  await press('typed.confirm')
  expect(entered).toEqual([expect.stringMatching(/support-sessions.* .*"reason":"Case 4711"/)])
  expect(restarts).toBe(1)

  for (const [change, why] of [
    [{ allowProsAccess: false }, 'does not allow support access'],
    [{ deactivated: true }, 'This company is deactivated.'],
    [{ vendor: true }, 'the company that you work for'],
  ] as const) {
    cleanup()
    const refused = draw(120, 40, ['support'], { http: serverOf({ ...open, ...change }) })
    refused.app.go({ view: 'operated-tenant', slug: 'acme' })
    await refused.app.work.settled()
    await refused.press('operated-tenant.enter')
    await expect.poll(refused.frame).toContain(why)
  }
})
