import { createChecks, type CheckLine } from '../../../kit/checks/checks.ts'
import { SignInFault } from '../../../kit/checks/sign-in-fault.ts'
import { openResponse, readResponse } from '../response/read-response.ts'
import type { ReadLogoutOptions, ReadResponseOptions, SamlAssertion, SamlPeer, SamlSelf } from '../types.ts'
import { forgeResponse, forgeResponseXml, type ForgeOptions } from './forge-response.ts'
import { testKeyPair, type TestKeyPair } from './key-pairs.ts'

export type Outcome = {
  readonly assertion: SamlAssertion | undefined
  /** The finding that ended it. */
  readonly finding: string | undefined
  readonly evidence: CheckLine['evidence']
  readonly lines: readonly CheckLine[]
}

/** One provider and us, a moment, and responses the provider makes: `read(await forge({...}))`. */
export function samlScene() {
  const idp = testKeyPair()
  const stranger = testKeyPair({ commonName: 'stranger.example' })
  const ours = testKeyPair({ commonName: 'portico.example' })
  const nowMs = Date.parse('2026-11-21T12:00:00Z')
  const requestId = '_0123456789abcdef'
  const self: SamlSelf = {
    entityId: 'https://portico.example/saml/acme',
    acsUrl: 'https://portico.example/api/login/idps/1/saml/acs',
    sloUrl: 'https://portico.example/api/login/idps/1/saml/slo',
    signing: ours,
    decryption: [ours.privateKey],
  }
  const peer: SamlPeer = {
    entityId: 'https://idp.example/metadata',
    ssoUrl: 'https://idp.example/sso',
    ssoBinding: 'redirect',
    sloUrl: 'https://idp.example/slo',
    sloBinding: 'redirect',
    certificates: [{ slot: 1, pem: idp.certificate }],
    extensions: new Map(),
    nameIdFormat: 'unspecified',
    omitNameIdPolicy: false,
    slackSecs: 120,
  }
  const defaults: ForgeOptions = {
    key: idp,
    nowMs,
    issuer: peer.entityId,
    acsUrl: self.acsUrl,
    audience: self.entityId,
    requestId,
  }
  return {
    idp,
    stranger,
    ours,
    nowMs,
    requestId,
    self,
    peer,
    forge: (o: Partial<ForgeOptions> = {}) => forgeResponse({ ...defaults, ...o }),
    forgeXml: (o: Partial<ForgeOptions> = {}) => forgeResponseXml({ ...defaults, ...o }),
    read: (base64: string, o: Partial<ReadResponseOptions> = {}) =>
      observed((checks) => readResponse(openResponse(base64, checks), { peer, self, requestId, nowMs, checks, ...o })),
    withPeer: (change: Partial<SamlPeer>): SamlPeer => ({ ...peer, ...change }),
    logoutOptions: (checks: ReadLogoutOptions['checks']): ReadLogoutOptions => ({ peer, self, nowMs, checks }),
  }
}

export type { TestKeyPair }

export const toBase64 = (xml: string) => Buffer.from(xml).toString('base64')

/** Runs a reader to its end. Rethrows everything but a failure: that is a bug. */
export function observed(read: (checks: ReturnType<typeof createChecks>) => SamlAssertion): Outcome {
  const { result, ...rest } = observedAny(read)
  return { assertion: result, ...rest }
}

export function observedAny<T>(read: (checks: ReturnType<typeof createChecks>) => T) {
  const checks = createChecks()
  let result: T | undefined
  try {
    result = read(checks)
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
  }
  const last = checks.lines.at(-1)
  return {
    result,
    finding: last?.outcome === 'failed' ? (last.finding as string | undefined) : undefined,
    evidence: last?.evidence ?? {},
    lines: checks.lines as readonly CheckLine[],
  }
}
