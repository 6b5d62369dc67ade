import { describe, expect, test } from 'vitest'

import { derivedGuid } from './guids.ts'
import { directory, tenantId } from '../testing/azure.ts'
import { acsUrl, newKeys, samlConfig } from '../testing/saml.ts'
import { checkConfig } from './check.ts'
import type { AzureProviderConfig, SamlProviderConfig } from './shape.ts'

const azure = (change: Partial<AzureProviderConfig>) => ({ providers: [directory(change)] })
const saml = (change: Partial<SamlProviderConfig>) => ({ providers: [samlConfig(change)] })
const client = directory().clients[0]!
const one = await newKeys('one')
const other = await newKeys('other')

describe('a wrong provider is refused, with the place', () => {
  test.each<[unknown, string]>([
    [azure({ tenantId: 'acme' }), 'providers[0].tenantId: write a GUID'],
    [azure({ version: 3 as 2 }), 'providers[0].version: write 1 or 2.'],
    [azure({ domains: ['acme'] }), 'providers[0].domains: write domains'],
    [azure({ groups: [{ name: 'A', id: 'x' }] }), 'providers[0].groups[0].id: write a GUID'],
    [azure({ groups: [{ name: 'A' }, { name: 'A' }] }), 'providers[0].groups[1].name: is there twice.'],
    [azure({ optionalClaims: ['groups' as 'upn'] }), 'providers[0].optionalClaims: write some of upn'],
    [azure({ clients: [{ ...client, redirectUris: ['/x'] }] }), 'providers[0].clients[0].redirectUris: write whole'],
    [
      azure({ clients: [{ ...client, backchannelLogoutUri: 'http://127.0.0.1/' }] }),
      'clients[0].backchannelLogoutUri: there is no',
    ],
    [azure({ people: [{ ...directory().people[0]!, subject: 'x' }] }), 'providers[0].people[0].subject: write a GUID'],
    [{ providers: [directory(), directory({ id: 'again' })] }, 'providers[1].tenantId: this directory already has'],
    [
      { providers: [directory(), directory({ id: 'again', tenantId: derivedGuid(tenantId, 'user', 'x') })] },
      'providers[1].domains: acme.example belongs to another directory.',
    ],
    [saml({ flavour: 'okta' as 'adfs' }), 'providers[0].flavour: write one of plain, adfs, salesforce.'],
    [saml({ sign: 'nothing' as 'both' }), 'providers[0].sign: write one of assertion, response, both.'],
    [saml({ serviceProviders: [{ metadataUrl: '/metadata' }] }), 'serviceProviders[0].metadataUrl: write whole'],
    [saml({ serviceProviders: [{ entityId: 'urn:x', acsUrl: '/acs' }] }), 'serviceProviders[0].acsUrl: write whole'],
    [
      saml({ serviceProviders: [{ entityId: 'urn:x', acsUrl, signingCertificates: ['x'] }] }),
      'serviceProviders[0].signingCertificates: write a certificate',
    ],
    [
      saml({ signing: { privateKey: 'x', certificate: one.certificate } }),
      'signing.privateKey: write it in PEM format.',
    ],
    [
      saml({ signing: { privateKey: other.privateKey, certificate: one.certificate } }),
      'providers[0].signing.privateKey: write the private key of the certificate',
    ],
    [{ providers: [{ ...samlConfig(), clients: [] }] }, 'providers[0].clients: there is no such setting.'],
  ])('%#', (config, sentence) => {
    expect(() => checkConfig(config)).toThrow(sentence)
  })

  test('without the private key in the message', () => {
    const wrong = saml({ signing: { privateKey: other.privateKey, certificate: one.certificate } })
    expect(() => checkConfig(wrong)).not.toThrow(other.privateKey.split('\n')[1])
  })
})

test('both versions of one directory are two providers', () => {
  const both = { providers: [directory(), directory({ id: 'entra1', version: 1 })] }
  expect(checkConfig(both).providers).toHaveLength(2)
})

test('defaults are filled in: groups of people, ids that stay, DOMAIN\\user in adfs', () => {
  const config = { providers: [directory({ groups: [] }), samlConfig({ flavour: 'adfs' })] }
  const checked = checkConfig(config)
  expect(checked.providers[0]).toMatchObject({
    graphPermission: true,
    groups: [
      { name: 'Sales', id: derivedGuid(tenantId, 'group', 'Sales') },
      { name: 'Sales EMEA', id: derivedGuid(tenantId, 'group', 'Sales EMEA') },
    ],
  })
  expect(checked.providers[1]).toMatchObject({
    sign: 'assertion',
    encrypt: false,
    people: [{ windowsName: 'ACME\\eve' }, {}],
  })
  expect(checkConfig(config)).toEqual(checked)
})
