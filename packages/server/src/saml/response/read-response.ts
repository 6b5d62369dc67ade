import type { Checks } from '../../sign-in/checks.ts'
import { readMessage, readPostedMessage, type Message } from '../message.ts'
import { ns } from '../names.ts'
import { checkCertificateDates } from '../signature/certificate-dates.ts'
import { readSignature, type SignatureLayout } from '../signature/layout.ts'
import { providerKeys } from '../signature/provider-keys.ts'
import { verifyElement, type Verified } from '../signature/verify.ts'
import { checkIssueInstant, timeOf } from '../time.ts'
import type { ReadResponseOptions, SamlAssertion } from '../types.ts'
import { messageBounds } from '../xml/bounds.ts'
import { elementsOf } from '../xml/parse.ts'
import { attributeOf, childElements, isNamed, onlyChild } from '../xml/read.ts'
import { checkAudience, checkConditionTimes, conditionsOf } from './conditions.ts'
import { checkConfirmation } from './confirmation.ts'
import { decryptAssertion } from './decrypt.ts'
import { checkDestination, checkEnvelopeRequest, checkIssuer, checkStatus, checkVersion } from './envelope.ts'
import { readAttributes, readAuthentication, readNameId } from './statements.ts'

/**
 * Reads the SAMLResponse of an assertion consumer service and makes every check of security.md but replay, which needs
 * the database: refuses through `checks`, or answers what the provider signed. Of an envelope that is not signed
 * nothing is believed; it can only be a reason to refuse.
 */
export function readResponse(base64: string, o: ReadResponseOptions): SamlAssertion {
  const { checks } = o
  const message = readPostedMessage(base64, checks)
  if (!isNamed(message.root, ns.protocol, 'Response')) {
    checks.refuse('saml-message-unreadable', { what: message.root.localName })
  }
  const responseId = checkVersion(message.root, o)
  checks.passed('message', { bytes: Buffer.byteLength(message.text) })
  checkStatus(message.root, o)
  checks.passed('status')
  const { envelope, envelopeSigned, assertion, verified } = verifiedParts(message, o)
  checkVersion(assertion, o)
  checkEnvelope(envelope, envelopeSigned, o)
  return { responseId, ...readAssertion(assertion, verified, envelope, o) }
}

type Parts = {
  readonly envelope: Element
  readonly envelopeSigned: boolean
  readonly assertion: Element
  /** The signature that covers the assertion, closest to it. */
  readonly verified: Verified
}

function verifiedParts(message: Message, o: ReadResponseOptions): Parts {
  const { checks, self } = o
  const carrier = onlyAssertion(message.root, checks)
  checkSignaturePlaces(message.root, [message.root, carrier], checks)
  const context = { ...o, keys: providerKeys(o.peer, checks), bounds: messageBounds }
  const verify = (text: string, layout: SignatureLayout | undefined) =>
    layout === undefined ? undefined : verifyElement(text, layout, context)
  const ofResponse = verify(message.text, readSignature(message.root, checks))
  const envelope = ofResponse?.root ?? message.root
  const within = onlyAssertion(envelope, checks)

  let source: Message = { text: message.text, root: carrier }
  if (isNamed(within, ns.assertion, 'EncryptedAssertion')) {
    source = readMessage(
      Buffer.from(
        decryptAssertion(within, {
          keys: self.decryption,
          cbc: ofResponse !== undefined && o.peer.allowCbcWhenSigned === true,
          checks,
        }),
      ),
      checks,
    )
    checkDecrypted(source.root, checks)
  }
  const ofAssertion = verify(source.text, readSignature(source.root, checks))
  const verified = ofAssertion ?? ofResponse
  if (verified === undefined) return checks.refuse('saml-signature-missing')
  const signed = [...(ofResponse ? ['Response'] : []), ...(ofAssertion ? ['Assertion'] : [])]
  checks.passed('signature', { signed: signed.join(', ') })
  if (ofResponse !== undefined && ofAssertion !== undefined && ofResponse.key !== ofAssertion.key) {
    checkCertificateDates(ofResponse.key, o)
  }
  checkCertificateDates(verified.key, o)
  const readable = isNamed(within, ns.assertion, 'EncryptedAssertion') ? source.root : within
  return { envelope, envelopeSigned: ofResponse !== undefined, assertion: ofAssertion?.root ?? readable, verified }
}

/** Exactly one assertion in the whole message, plain or encrypted, and a child of the response. */
function onlyAssertion(response: Element, checks: Checks): Element {
  const all = [...elementsOf(response)].filter(
    (one) => isNamed(one, ns.assertion, 'Assertion') || isNamed(one, ns.assertion, 'EncryptedAssertion'),
  )
  const [assertion] = childElements(response).filter((child) => all.includes(child))
  if (all.length !== 1 || assertion === undefined) return checks.refuse('saml-assertion-count', { found: all.length })
  return assertion
}

/** What was encrypted is an assertion, alone, and the rules of signatures hold in it as well. */
function checkDecrypted(root: Element, checks: Checks): void {
  const all = [...elementsOf(root)].filter(
    (one) => one.localName === 'Assertion' || one.localName === 'EncryptedAssertion',
  )
  if (!isNamed(root, ns.assertion, 'Assertion') || all.length !== 1) {
    checks.refuse('saml-assertion-count', { found: all.length })
  }
  checkSignaturePlaces(root, [root], checks)
}

/** A signature stands directly in what it covers: the response or the assertion, and nowhere else. */
function checkSignaturePlaces(root: Element, places: readonly Element[], checks: Checks): void {
  for (const element of elementsOf(root)) {
    if (!isNamed(element, ns.signature, 'Signature')) continue
    if (!places.some((place) => element.parentNode === place)) {
      checks.refuse('saml-signature-layout', { what: 'place', element: element.parentNode?.nodeName ?? '' })
    }
  }
}

function checkEnvelope(envelope: Element, signed: boolean, o: ReadResponseOptions): void {
  checkVersion(envelope, o)
  checkStatus(envelope, o)
  checkIssuer(envelope, false, o)
  checkDestination(envelope, o.self.acsUrl, signed, o)
  checkEnvelopeRequest(envelope, o)
}

function readAssertion(
  assertion: Element,
  verified: Verified,
  envelope: Element,
  options: ReadResponseOptions,
): Omit<SamlAssertion, 'responseId'> {
  const { checks, peer } = options
  const o = { ...options, issuedMs: timeOf(assertion, 'IssueInstant', checks) ?? undefined }
  checkIssuer(assertion, true, o)
  checks.passed('issuer', { issuer: peer.entityId })
  checks.passed('destination', { destination: attributeOf(envelope, 'Destination') ?? '' })
  const conditions = conditionsOf(assertion, o)
  checkAudience(conditions, o)
  const subject = onlyChild(assertion, ns.assertion, 'Subject')
  const { untilMs } = checkConfirmation(subject, o)
  checkIssueInstant(envelope, o)
  checkIssueInstant(assertion, o)
  checkConditionTimes(conditions, o)
  const authentication = readAuthentication(assertion, o)
  checks.passed('time', { until: new Date(untilMs).toISOString(), slackSecs: peer.slackSecs })
  return {
    assertionId: attributeOf(assertion, 'ID') ?? '',
    issuer: peer.entityId,
    nameId: readNameId(subject),
    ...authentication,
    replayUntilMs: untilMs + peer.slackSecs * 1000,
    attributes: readAttributes(assertion),
    signedBy: { slot: verified.key.slot, fingerprint: verified.key.certificate.fingerprint },
  }
}
