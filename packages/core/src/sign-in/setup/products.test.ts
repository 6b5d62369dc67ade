import { describe, expect, it } from 'vitest'

import { familyOf, identityProviderTypes } from '../../providers/identity-providers/types.ts'
import { IdentityProviderInput } from '../../providers/identity-providers/rules.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { setupGuideOf } from './guides.ts'
import { setupConfigOf, setupProducts } from './products.ts'

const choices = setupProducts.flatMap(({ id, types }) => types.map((type) => ({ id, type })))

describe.each(choices)('the preset of $id as $type', ({ id, type }) => {
  const config = setupConfigOf(id, type)
  const steps = setupGuideOf(id, type).steps.map(({ text }) => text)
  const guide = steps.join(' ')

  it('holds nothing that a form would refuse', () => {
    const own = violationsOf(IdentityProviderInput, { type, name: 'Login', config })
    const names = Object.keys(config).map((name) => `config.${name}`)
    expect(own.filter(({ fieldID }) => names.some((name) => fieldID.startsWith(name)))).toEqual([])
  })

  it('reads the username and the groups from what the guide has the product send', () => {
    const { username, group } = (config['attributes'] ?? {}) as { username?: string; group?: string }
    const isGeneral = guide.includes('named here') || type === 'ADFS_SAML'
    if (familyOf(type) !== 'saml' || isGeneral || type === 'SFDC_SAML') return
    expect(group).toMatch(/\w/)
    expect(guide).toMatch(new RegExp(`\\b${group}\\b`))
    expect(guide).toMatch(new RegExp(`\\b${username}\\b`))
  })
})

it('only the guides that were followed with a product say so, with the version', () => {
  const all = [...choices, ...identityProviderTypes.map((type) => ({ id: null, type }))]
  const run = all.flatMap(({ id, type }) => setupGuideOf(id, type).run ?? [])
  expect(run).toEqual([expect.stringContaining('1.19.7'), 'oidc-provider 9.13.3'])
})
