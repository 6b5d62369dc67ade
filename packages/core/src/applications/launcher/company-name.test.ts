import { expect, it } from 'vitest'

import type { Branding } from '../../tenant/branding/contract.ts'
import { companyNameOf } from './company-name.ts'
import type { PortalUser } from './contract.ts'

const user = { tenantName: 'Acme Group' } as PortalUser
const branding = (companyName: string, hasOwnName: boolean) => ({ companyName, hasOwnName }) as Branding

it.each([
  ['the name of the branding', user, branding('Acme Works', true), 'Acme Works'],
  [
    'the tenant, also where it was renamed after the page was loaded',
    user,
    branding('Acme Industries', false),
    'Acme Group',
  ],
  ['the tenant until the branding is read', user, undefined, 'Acme Group'],
  ['the company of the deployment before a sign-in', undefined, branding('House', false), 'House'],
])('a title ends with %s', (_, signedIn, shown, name) => {
  expect(companyNameOf({ user: signedIn, principal: undefined }, shown)).toBe(name)
})
