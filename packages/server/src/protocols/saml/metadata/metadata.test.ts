import { XmlFault } from '@portico/core/contract'

import { describe, expect, it } from 'vitest'

import { readKey } from '../../../kit/keys/read-key.ts'
import { bindings, ns } from '../names.ts'
import { testKeyPair } from '../testing/key-pairs.ts'
import { metadataBounds } from '../xml/bounds.ts'
import { parseXml } from '../xml/parse.ts'
import { attributeOf, childElements, childrenNamed, onlyChild, textOf } from '../xml/read.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import { buildSpMetadata } from './sp-metadata.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')
const [one, two] = [testKeyPair({ commonName: 'one' }), testKeyPair({ commonName: 'two' })]
const base64 = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s+/g, '')
const pem = (text: string) => text.trim()

describe('our metadata', () => {
  const xml = buildSpMetadata({
    entityId: 'https://portico.example/saml/acme?a=1&b=2',
    acsUrl: 'https://portico.example/acs',
    sloUrl: 'https://portico.example/slo',
    signingCertificates: [one.certificate, two.certificate],
    encryptionCertificates: [one.certificate],
  })
  const root = parseXml(xml, metadataBounds)
  const descriptor = onlyChild(root, ns.metadata, 'SPSSODescriptor')
  if (descriptor === undefined) throw new Error('no descriptor')

  it('names us, signs its requests and wants assertions signed', () => {
    expect(attributeOf(root, 'entityID')).toBe('https://portico.example/saml/acme?a=1&b=2')
    expect(attributeOf(descriptor, 'AuthnRequestsSigned')).toBe('true')
    expect(attributeOf(descriptor, 'WantAssertionsSigned')).toBe('true')
    expect(attributeOf(descriptor, 'protocolSupportEnumeration')).toBe(ns.protocol)
  })

  it("keeps the schema's order", () => {
    expect(childElements(descriptor).map((child) => child.localName)).toEqual([
      'KeyDescriptor',
      'KeyDescriptor',
      'KeyDescriptor',
      'SingleLogoutService',
      'SingleLogoutService',
      'NameIDFormat',
      'NameIDFormat',
      'NameIDFormat',
      'AssertionConsumerService',
    ])
  })

  it('shows the old and the new signing certificate, and how to encrypt', () => {
    const keys = childrenNamed(descriptor, ns.metadata, 'KeyDescriptor')
    expect(keys.map((key) => attributeOf(key, 'use'))).toEqual(['signing', 'signing', 'encryption'])
    expect(keys.map((key) => readKey(textOf(key)))).toMatchObject([
      { subject: 'CN=one' },
      { subject: 'CN=two' },
      { subject: 'CN=one' },
    ])
    const methods = keys.map((key) =>
      childrenNamed(key, ns.metadata, 'EncryptionMethod').map((method) => attributeOf(method, 'Algorithm')),
    )
    expect(methods[0]).toEqual([])
    expect(methods[2]).toContain('http://www.w3.org/2009/xmlenc11#aes256-gcm')
    expect(methods[2]?.join()).not.toContain('cbc')
  })

  it('takes answers by post, and logout both ways', () => {
    const acs = onlyChild(descriptor, ns.metadata, 'AssertionConsumerService')
    expect(acs && ['Binding', 'Location', 'index', 'isDefault'].map((name) => attributeOf(acs, name))).toEqual([
      bindings.post,
      'https://portico.example/acs',
      '0',
      'true',
    ])
    const slo = childrenNamed(descriptor, ns.metadata, 'SingleLogoutService')
    expect(slo.map((service) => attributeOf(service, 'Binding'))).toEqual([bindings.redirect, bindings.post])
  })
})

const key = (certificate: string, use = '') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${base64(certificate)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

const entity = (o: { id?: string; inner?: string; keys?: string; attributes?: string; idp?: string } = {}) =>
  `<md:EntityDescriptor xmlns:md="${ns.metadata}" xmlns:ds="${ns.signature}" xmlns:mdui="${ns.mdui}" entityID="${o.id ?? 'https://idp.example'}" ${o.attributes ?? ''}>` +
  `<md:IDPSSODescriptor protocolSupportEnumeration="urn:x ${ns.protocol}" ${o.idp ?? ''}>${o.inner ?? ''}${o.keys ?? key(one.certificate)}` +
  `<md:SingleLogoutService Binding="${bindings.redirect}" Location="https://idp.example/slo" ResponseLocation="https://idp.example/slo-answer"/>` +
  '<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://idp.example/soap"/>' +
  '<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>' +
  `<md:SingleSignOnService Binding="${bindings.post}" Location="https://idp.example/post"/>` +
  `<md:SingleSignOnService Binding="${bindings.redirect}" Location=" https://idp.example/sso?a=1&amp;b=2 "/>` +
  `<md:SingleSignOnService Binding="${bindings.redirect}" Location="javascript:alert(1)"/>` +
  '</md:IDPSSODescriptor></md:EntityDescriptor>'

describe("a provider's metadata", () => {
  it('gives addresses by binding, certificates, formats and requirements', () => {
    const { entities, warnings } = readIdpMetadata(
      `<?xml version="1.0"?>\n<!-- made by hand -->${entity({ idp: 'WantAuthnRequestsSigned="true"' })}`,
      nowMs,
    )
    expect(warnings).toEqual([])
    expect(entities).toEqual([
      {
        entityId: 'https://idp.example',
        displayName: null,
        sso: [
          { binding: 'post', url: 'https://idp.example/post' },
          { binding: 'redirect', url: 'https://idp.example/sso?a=1&b=2' },
        ],
        slo: [{ binding: 'redirect', url: 'https://idp.example/slo', responseUrl: 'https://idp.example/slo-answer' }],
        certificates: [pem(one.certificate)],
        nameIdFormats: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
        validUntil: null,
        wantAuthnRequestsSigned: true,
        warnings: [],
      },
    ])
  })

  it('signing keys are those for signing and those without use, each once; encryption keys are not', () => {
    const keys =
      key(one.certificate, ' use="signing"') +
      key(two.certificate) +
      key(one.certificate) +
      key(testKeyPair().certificate, ' use="encryption"')
    expect(readIdpMetadata(entity({ keys }), nowMs).entities[0]?.certificates).toEqual([
      pem(one.certificate),
      pem(two.certificate),
    ])
  })

  it.each([
    [
      'no signing key: never taken for "no signature needed"',
      entity({ keys: key(one.certificate, ' use="encryption"') }),
      'METADATA_NO_CERTIFICATE',
    ],
    ['an invalid certificate', entity({ keys: key('AAAA') + key(one.certificate) }), 'METADATA_CERTIFICATE_UNREADABLE'],
    ['its time over', entity({ attributes: 'validUntil="2026-11-21T12:00:00Z"' }), 'METADATA_OVER'],
    [
      'a group whose time is over',
      `<md:EntitiesDescriptor xmlns:md="${ns.metadata}" validUntil="2020-01-01T00:00:00Z">${entity()}</md:EntitiesDescriptor>`,
      'METADATA_OVER',
    ],
    ['no provider in it', `<md:EntityDescriptor xmlns:md="${ns.metadata}" entityID="x"/>`, 'METADATA_NO_PROVIDER'],
    [
      'a provider of SAML 1.1',
      entity().replace(ns.protocol, 'urn:oasis:names:tc:SAML:1.1:protocol'),
      'METADATA_NO_PROVIDER',
    ],
    ['no address to sign in at', entity().replace(/<md:SingleSignOnService[^>]*>/g, ''), 'METADATA_NO_SSO'],
  ])('warns: %s', (_, xml, warning) => {
    expect(readIdpMetadata(xml, nowMs).warnings).toContain(warning)
  })

  it('ADFS: the document holds roles of other protocols, and one of SAML', () => {
    const federation =
      '<md:RoleDescriptor xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706" protocolSupportEnumeration="http://docs.oasis-open.org/ws-sx/ws-trust/200512"/>'
    const xml = entity({ id: 'http://adfs.corp.example/adfs/services/trust' }).replace(
      '<md:IDPSSODescriptor',
      `${federation}<md:SPSSODescriptor protocolSupportEnumeration="${ns.protocol}">${key(two.certificate)}</md:SPSSODescriptor><md:IDPSSODescriptor`,
    )
    const [read] = readIdpMetadata(xml, nowMs).entities
    expect(read).toMatchObject({
      entityId: 'http://adfs.corp.example/adfs/services/trust',
      certificates: [pem(one.certificate)],
    })
  })

  it('a mistake in one provider of a federation does not affect the others', () => {
    const xml = `<md:EntitiesDescriptor xmlns:md="${ns.metadata}">${entity({ id: 'a' })}${entity({ id: 'b', keys: '' })}</md:EntitiesDescriptor>`
    expect(readIdpMetadata(xml, nowMs).entities.map(({ warnings }) => warnings)).toEqual([
      [],
      ['METADATA_NO_CERTIFICATE'],
    ])
  })

  it('a federation gives all its providers, with the names people know', () => {
    const info = (name: string) =>
      `<md:Extensions><mdui:UIInfo><mdui:DisplayName xml:lang="de">Haus</mdui:DisplayName><mdui:DisplayName xml:lang="en">${name}</mdui:DisplayName></mdui:UIInfo></md:Extensions>`
    const xml = `<md:EntitiesDescriptor xmlns:md="${ns.metadata}">${entity({ id: 'a', inner: info('House A') })}<md:EntitiesDescriptor>${entity({ id: 'b', inner: info('House B') })}</md:EntitiesDescriptor></md:EntitiesDescriptor>`
    expect(readIdpMetadata(xml, nowMs).entities.map((one) => [one.entityId, one.displayName])).toEqual([
      ['a', 'House A'],
      ['b', 'House B'],
    ])
  })

  it('only members of groups are providers, not what an extension holds (metadata 2.3.1)', () => {
    const inside = (around: string) =>
      entity().replace('<md:IDPSSODescriptor', `<md:Extensions>${around}</md:Extensions><md:IDPSSODescriptor`)
    const group = (inner: string) => `<md:EntitiesDescriptor xmlns:md="${ns.metadata}">${inner}</md:EntitiesDescriptor>`
    for (const hidden of [entity({ id: 'evil' }), group(entity({ id: 'evil' }))])
      for (const xml of [inside(hidden), group(`<md:Extensions>${hidden}</md:Extensions>${entity()}`)])
        expect(readIdpMetadata(xml, nowMs).entities.map(({ entityId }) => entityId)).toEqual(['https://idp.example'])
  })

  it.each([
    ['HTML', '<!DOCTYPE html><html></html>'],
    ['entities', `<!DOCTYPE x [<!ENTITY a "b">]>${entity()}`],
    ['text', 'not found'],
    ['nothing', ''],
    ['more than 4 MB', `<a>${'x'.repeat(4_200_000)}</a>`],
  ])('is rejected as invalid: %s', (_, xml) => {
    expect(() => readIdpMetadata(xml, nowMs)).toThrow(XmlFault)
  })

  it('tens of thousands of invalid certificates do not block the server', () => {
    const certificates = '<ds:X509Certificate>MA==</ds:X509Certificate>'.repeat(90_000)
    const xml = `<md:EntityDescriptor xmlns:md="${ns.metadata}" xmlns:ds="${ns.signature}" entityID="a"><md:IDPSSODescriptor protocolSupportEnumeration="${ns.protocol}"><md:KeyDescriptor>${certificates}</md:KeyDescriptor></md:IDPSSODescriptor></md:EntityDescriptor>`
    expect(() => readIdpMetadata(xml, nowMs)).toThrow('too many certificates')
  })

  it('our metadata as a relying party is not read as a provider', () => {
    const ours = buildSpMetadata({
      entityId: 'x',
      acsUrl: 'https://x',
      sloUrl: 'https://x',
      signingCertificates: [one.certificate],
      encryptionCertificates: [],
    })
    expect(readIdpMetadata(ours, nowMs)).toEqual({ entities: [], warnings: ['METADATA_NO_PROVIDER'] })
  })
})
