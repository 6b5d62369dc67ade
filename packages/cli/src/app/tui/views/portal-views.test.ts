import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { matchRoute, routes } from '@portico/core'
import { expect, it } from 'vitest'

import type { Place } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { openAppUnderTest } from '../testing/app-under-test.ts'
import { createView } from './create-view.ts'
import { tenantView } from './tenant-view.ts'

const root = join(import.meta.dirname, '../../../../../..')

const e = { environmentId: 'e' }
const app = { id: 'a', label: 'Billing' }

/** One place of each view: a new view without a line here does not compile. */
const places: { readonly [View in Place['view']]: Extract<Place, { view: View }> } = {
  overview: { view: 'overview' },
  environments: { view: 'environments' },
  launcher: { view: 'launcher' },
  sessions: { view: 'sessions' },
  'api-tokens': { view: 'api-tokens' },
  'api-token-create': { view: 'api-token-create' },
  operations: { view: 'operations' },
  'operated-tenant': { view: 'operated-tenant', slug: 'acme' },
  applications: { view: 'applications', ...e },
  'app-roles': { view: 'app-roles', ...e, app },
  mappings: { view: 'mappings', ...e },
  matrix: { view: 'matrix', ...e },
  comparison: { view: 'comparison', ...e, from: 'p' },
  mapping: {
    view: 'mapping',
    ...e,
    target: { envId: 'e', kind: 'tenant-role', role: 'Auditor', roleId: 'r' } as never,
  },
  client: { view: 'client', ...e, app },
  provisioning: { view: 'provisioning', ...e, app },
  'provisioning-behind': { view: 'provisioning-behind', ...e, app },
  'provisioning-taken': { view: 'provisioning-taken', ...e, app },
  openers: { view: 'openers', ...e, id: 'a' },
  'service-accounts': { view: 'service-accounts', ...e },
  'service-account-create': { view: 'service-account-create', ...e },
  'service-account-edit': { view: 'service-account-edit', ...e, id: 's' },
  'identity-providers': { view: 'identity-providers' },
  'identity-provider-create': { view: 'identity-provider-create', type: 'OIDC' },
  'identity-provider': { view: 'identity-provider', id: 'i' },
  'username-formats': { view: 'username-formats', id: 'i' },
  'provider-values': { view: 'provider-values', id: 'i' },
  scim: { view: 'scim', id: 'i' },
  'scim-inbox': { view: 'scim-inbox', id: 'i' },
  'scim-unseen': { view: 'scim-unseen', id: 'i' },
  'provider-draft': { view: 'provider-draft', id: 'i' },
  'all-formats': { view: 'all-formats' },
  certificates: { view: 'certificates' },
  notices: { view: 'notices' },
  audit: { view: 'audit' },
  'portal-roles': { view: 'portal-roles' },
  branding: { view: 'branding' },
  'idle-time': { view: 'idle-time' },
  'support-access': { view: 'support-access' },
  'support-transcript': { view: 'support-transcript', id: 's', name: 'Kofi' },
  webhooks: { view: 'webhooks' },
  'webhook-create': { view: 'webhook-create' },
  webhook: { view: 'webhook', id: 'w' },
  groups: { view: 'groups', id: 'i' },
  'group-uses': { view: 'group-uses', id: 'g', name: 'staff' },
  'mapping-tree': { view: 'mapping-tree' },
  'group-tree': { view: 'group-tree', id: 'g', name: 'staff' },
  roles: { view: 'roles' },
  people: { view: 'people' },
  person: { view: 'person', id: 'p' },
  explain: { view: 'explain', user: 'ada@acme.example' },
  'sign-ins': { view: 'sign-ins' },
  'sign-in': { view: 'sign-in', code: 'K7QF-2M9X' },
  whereis: { view: 'whereis', username: '' },
}

function viewOf(place: Place): View {
  const { app } = openAppUnderTest()
  const view = createView(app, place)
  return view.layer.name === 'loading' ? tenantView(app, place as Parameters<typeof tenantView>[1]) : view
}

const addresses = Object.values(places).map((place) => [place.view, viewOf(place).webPath()] as const)

/** The tabs of a page, as the source of the portal's addresses lists them. */
function tabsOf(name: string): readonly string[] {
  const text = readFileSync(join(root, 'packages/web/src/kit/navigation/paths.ts'), 'utf8')
  const list = new RegExp(`export const ${name} = \\[([^\\]]*)\\]`).exec(text)?.[1]
  if (list === undefined) throw new Error(`There are no ${name} in paths.ts.`)
  return [...list.matchAll(/'([^']+)'/g)].map(([, tab = '']) => tab)
}

/** The table of the guide: pages of the administration that the terminal UI has not, and why. */
const guide = readFileSync(join(root, 'docs/guides/command-line.md'), 'utf8')
const onlyInPortal = [...guide.matchAll(/^\| `(\/[^`]+)` \|/gm)].map(([, path = '']) => path)

/** Every page of the administration, each tab for itself. */
const pages = [
  ...new Set(
    routes
      .filter(({ path }) => /^\/(?:portal\/admin|operations)/.test(path))
      .filter(({ path }) => !routes.some((other) => other.path === `${path}/{tabId}`))
      .flatMap(({ id, path }) => {
        if (!path.endsWith('{tabId}')) return [path]
        const list = {
          globalSettings: 'settingsTabs',
          identityProvider: 'providerTabs',
          environmentSettings: 'environmentTabs',
        }
        return tabsOf(list[id as keyof typeof list]).map((tab) => path.replace('{tabId}', tab))
      }),
  ),
]

const patternOf = (page: string) => new RegExp(`^${page.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

it.each(addresses)('o on %s opens a page of the portal: %s', (_, address) => {
  const path = new URL(address, 'https://portal.example.com').pathname
  // Branding, webhooks and others are modules, whose addresses the server lists.
  expect(matchRoute(path) !== undefined || /^\/portal\/admin\/[a-z-]+(?:\/[^/]+)?$/.test(path)).toBe(true)
})

it('every page of the administration has a view here, or a line in the guide that says why not', () => {
  const paths = addresses.map(([, address]) => new URL(address, 'https://portal.example.com').pathname)
  const missing = pages.filter((page) => !paths.some((path) => patternOf(page).test(path)))
  expect(missing.toSorted()).toEqual(onlyInPortal.toSorted())
})
