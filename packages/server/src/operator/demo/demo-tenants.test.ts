import { identityProviderTypes, partsOfUsername } from '@portico/core/contract'
import { beforeAll, describe, expect, it } from 'vitest'

import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { checkTenantFile, groupsOfAll, type GroupRef, type TenantFile } from '../tenant-import/tenant-file.ts'
import { demoPeople, passwordOf, providerOf } from './people.ts'
import { providersWith } from './provider-entries.ts'
import { demoProviders, type DemoAddresses } from './providers.ts'
import { simulatorProviders } from './simulator-config.ts'
import { spareProviders, spareValues } from './spare-providers.ts'
import { demoTenantFiles } from './tenants.ts'

let at: DemoAddresses
let files: TenantFile[]

beforeAll(async () => {
  const keys = await createOurKeyPair({ commonName: 'demo', nowMs: Date.now(), years: 1, bits: 2048 })
  const named = <T>(names: readonly string[], value: T) => Object.fromEntries(names.map((name) => [name, value]))
  at = {
    simulator: 'http://127.0.0.1:9000',
    clientSecrets: named(providersWith('secret'), 'not-a-secret-in-tests'),
    signingKeys: named(providersWith('signing key'), keys),
    publicKeys: {},
    nowMs: Date.now(),
  }
  files = demoTenantFiles(at).map((file) => checkTenantFile({ ...file, serviceAccounts: [] }))
})

const fileOf = (tenant: string) => files.find((file) => file.tenant.slug === tenant)

describe('the demo', () => {
  it('has one identity provider of each type in acme, and one of them is primary', () => {
    const providers = fileOf('acme')?.identityProviders ?? []
    expect(providers.map((one) => one.type).toSorted()).toEqual([...identityProviderTypes].toSorted())
    expect(providers.filter((one) => one.primary).map((one) => one.type)).toEqual(['OIDC'])
  })

  it.each(demoPeople.map((person) => [person.username, person] as const))('leads %s to their provider', (_, person) => {
    const parts = partsOfUsername(person.username)
    const provider = fileOf(person.tenant)?.identityProviders.find((one) => one.name === providerOf(person)?.name)
    const formats = parts?.kind === 'prefix' ? provider?.windowsDomains : provider?.emailSuffixes
    expect(formats).toContain(parts?.domain)
    expect(passwordOf(person)).toMatch(/^[a-z]+$/)
  })

  it('gives every group member at least one application', () => {
    for (const person of demoPeople.filter((one) => one.groups.length > 0)) {
      const provider = providerOf(person)
      const claims = person.groups.map((name) => provider?.directory?.groups[name] ?? name)
      const isTheirs = (ref: GroupRef) =>
        typeof ref === 'string'
          ? provider?.primary === true && claims.includes(ref)
          : ref.provider === provider?.name && claims.includes(ref.group)
      const opened = (fileOf(person.tenant)?.applications ?? []).filter((one) =>
        [one, ...one.roles].some(({ groups }) => groupsOfAll(groups).some(isTheirs)),
      )
      expect(opened.length, person.username).toBeGreaterThan(0)
    }
  })

  it('registers every provider of a tenant at the simulated one of its type', () => {
    const known = demoProviders.map((one, index) => ({
      tenantId: one.tenant,
      tenant: one.tenant,
      id: `id-${index}`,
      type: one.type,
    }))
    const config = JSON.stringify(simulatorProviders(known, at, 'https://portal.example'))
    for (const { id, type } of known) {
      const path = type.endsWith('SAML') ? 'saml/metadata' : 'oidc/callback'
      expect(config).toContain(`https://portal.example/api/login/idps/${id}/${path}`)
    }
  })

  it('has a spare provider of each type, and its person has a username of the format that is printed', () => {
    const spares = spareProviders.map((one) => ({ type: one.type, ...spareValues(one, at) }))
    expect(spares.map((one) => one.type).toSorted()).toEqual([...identityProviderTypes].toSorted())
    const used = files
      .flatMap((file) => file.identityProviders)
      .flatMap((one) => [...one.emailSuffixes, ...one.windowsDomains].map((value) => value.toLowerCase()))
    for (const spare of spares as Record<string, string>[]) {
      const format = (spare['emailDomain'] ?? spare['windowsDomain'])?.toLowerCase()
      expect(partsOfUsername(spare['username'] ?? '')?.domain).toBe(format)
      expect(used).not.toContain(format)
    }
  })
})
