import { createPublicKey, verify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { createChecks } from '../../../kit/checks/checks.ts'
import { ns, rsaSha256 } from '../names.ts'
import { readSignature } from '../signature/layout.ts'
import { verifyElement } from '../signature/verify.ts'
import { samlScene } from '../testing/scene.ts'
import type { Outgoing, SamlPeer } from '../types.ts'
import { responseBounds } from '../xml/bounds.ts'
import { parseXml } from '../xml/parse.ts'
import { attributeOf, childElements, onlyChild, textOf } from '../xml/read.ts'
import { buildAuthnRequest } from './authn-request.ts'

const scene = samlScene()

const build = (change: Partial<SamlPeer> = {}, more: { forceAuthn?: boolean; relayState?: string } = {}) =>
  buildAuthnRequest({
    peer: scene.withPeer(change),
    self: scene.self,
    id: '_abc',
    relayState: more.relayState ?? 'token',
    nowMs: scene.nowMs,
    ...more,
  })

function messageOf(outgoing: Outgoing): { xml: string; root: Element } {
  const packed =
    outgoing.kind === 'redirect'
      ? new URL(outgoing.url).searchParams.get('SAMLRequest')
      : outgoing.fields['SAMLRequest']
  const bytes = Buffer.from(packed ?? '', 'base64')
  const xml = (outgoing.kind === 'redirect' ? inflateRawSync(bytes) : bytes).toString()
  return { xml, root: parseXml(xml, responseBounds) }
}

it('by redirect: the raw query is signed, in the order of the standard, without a signature in the XML', () => {
  const outgoing = build({}, { relayState: 'a b&c=d' })
  if (outgoing.kind !== 'redirect') throw new Error('not by redirect')
  const [address, query = ''] = outgoing.url.split('?')
  expect(address).toBe(scene.peer.ssoUrl)
  const [signed = '', signature = ''] = query.split('&Signature=')
  expect(signed.split('&').map((pair) => pair.split('=')[0])).toEqual(['SAMLRequest', 'RelayState', 'SigAlg'])
  expect(new URLSearchParams(query).get('SigAlg')).toBe(rsaSha256)
  expect(new URLSearchParams(query).get('RelayState')).toBe('a b&c=d')
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64')
  expect(verify('sha256', Buffer.from(signed), createPublicKey(scene.ours.certificate), bytes)).toBe(true)
  expect(messageOf(outgoing).xml).not.toContain('Signature')
})

it('an address that has a query keeps it', () => {
  const outgoing = build({ ssoUrl: 'https://idp.example/sso?app=7' })
  expect(outgoing.kind === 'redirect' && outgoing.url).toMatch(/^https:\/\/idp\.example\/sso\?app=7&SAMLRequest=/)
})

it('by post: an enveloped signature right after Issuer, KeyInfo with only the certificate', () => {
  const outgoing = build({ ssoBinding: 'post' })
  expect(outgoing).toMatchObject({ kind: 'post', action: scene.peer.ssoUrl, fields: { RelayState: 'token' } })
  const { root } = messageOf(outgoing)
  expect(
    childElements(root)
      .slice(0, 2)
      .map((child) => child.localName),
  ).toEqual(['Issuer', 'Signature'])
  const checks = createChecks()
  const layout = readSignature(root, checks)
  if (layout === undefined) throw new Error('not signed')
  const keyInfo = onlyChild(layout.signature, ns.signature, 'KeyInfo')
  expect(keyInfo && childElements(keyInfo).map((child) => child.localName)).toEqual(['X509Data'])
  const key = {
    slot: 1,
    publicKey: createPublicKey(scene.ours.certificate),
    certificate: { fingerprint: '', notBefore: null, notAfter: null },
  }
  const verified = verifyElement(layout, {
    peer: scene.peer,
    nowMs: scene.nowMs,
    checks,
    keys: [key] as unknown as Parameters<typeof verifyElement>[1]['keys'],
    bounds: responseBounds,
  })
  expect(attributeOf(verified.root, 'ID')).toBe('_abc')
})

it('says who asks, where to, and where the answer goes', () => {
  const { root } = messageOf(build())
  expect(Object.fromEntries(Array.from(root.attributes, (one) => [one.name, one.value]))).toMatchObject({
    ID: '_abc',
    Version: '2.0',
    IssueInstant: '2026-11-21T12:00:00.000Z',
    Destination: scene.peer.ssoUrl,
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
    AssertionConsumerServiceURL: scene.self.acsUrl,
  })
  expect(textOf(onlyChild(root, ns.assertion, 'Issuer') ?? root)).toBe(scene.self.entityId)
  expect(attributeOf(root, 'ForceAuthn')).toBeNull()
  expect(attributeOf(messageOf(build({}, { forceAuthn: true })).root, 'ForceAuthn')).toBe('true')
})

it.each([
  ['persistent', 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
  ['emailAddress', 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
  ['unspecified', 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'],
] as const)('NameIDPolicy %s, which the provider may create', (nameIdFormat, urn) => {
  const policy = onlyChild(messageOf(build({ nameIdFormat })).root, ns.protocol, 'NameIDPolicy')
  expect(policy && [attributeOf(policy, 'Format'), attributeOf(policy, 'AllowCreate')]).toEqual([urn, 'true'])
})

it('NameIDPolicy is left out where it is omitted', () => {
  expect(messageOf(build({ omitNameIdPolicy: true })).xml).not.toContain('NameIDPolicy')
})

it('sends several authentication contexts with their comparison, and no element without any', () => {
  const asked = { comparison: 'minimum', classes: ['urn:a', 'urn:b & c'] } as const
  const context = onlyChild(
    messageOf(build({ requestedAuthnContext: asked })).root,
    ns.protocol,
    'RequestedAuthnContext',
  )
  expect(context && attributeOf(context, 'Comparison')).toBe('minimum')
  expect(context && childElements(context).map(textOf)).toEqual(['urn:a', 'urn:b & c'])
  for (const requestedAuthnContext of [undefined, { ...asked, classes: [] }]) {
    expect(messageOf(build({ requestedAuthnContext })).xml).not.toContain('RequestedAuthnContext')
  }
})
